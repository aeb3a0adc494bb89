"""What holds for every board, game and model, tried on examples that hypothesis looks for."""

from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from rules import all_lines

from tttlib import (
    Model,
    code,
    count_lines,
    decode,
    directions,
    learn,
    line_cells,
    line_matrix,
    load,
    outcome,
    replay,
    save,
    solve,
    symmetries,
    value,
)
from tttlib.kernels import winner, winner_by_convolution, winner_by_shifts
from tttlib.solve import best_squares, true_value

# The same examples each time: a test that fails does so for everyone.
settings.register_profile("book", derandomize=True, deadline=None, max_examples=200)
settings.load_profile("book")

sides = st.integers(1, 5)
shapes = st.lists(sides, min_size=1, max_size=4).map(tuple)
marks = st.sampled_from([0, 1, -1])
boards = st.lists(marks, min_size=9, max_size=9).map(np.array)
images = st.sampled_from(range(8))


def boards_of(shape):
    return arrays.arrays(np.int8, int(np.prod(shape)), elements=marks)


@st.composite
def games(draw):
    """Draw a whole game of 3x3: moves in some order, up to the one that ends it."""
    squares = draw(st.permutations(range(9)))
    board = np.zeros(9, np.int8)
    for move, square in enumerate(squares):
        board[square] = 1 - 2 * (move % 2)
        if outcome(board) != 0:
            return squares[: move + 1]
    raise AssertionError("a full board is no end")


@st.composite
def models(draw):
    codes = draw(st.sets(st.sampled_from(all_codes()), max_size=30))
    worth = st.floats(0, 1)
    values = draw(st.lists(worth, min_size=len(codes), max_size=len(codes)))
    return Model(sorted(codes), values)


@cache
def all_codes():
    """Return the codes of all 3x3 boards, also of those that no game reaches."""
    grid = np.indices((3,) * 9).reshape(9, -1).T - 1
    return np.unique(code(grid)).tolist()


@cache
def solution():
    return solve()


@given(boards, images, models())
def test_all_images_of_a_board_are_one_position(board, image, model):
    turned = board[symmetries()[image]]
    assert code(turned) == code(board)
    assert value(model, turned) == value(model, board)
    assert (decode(code(turned)) == decode(code(board))).all()


@given(boards, images)
def test_all_images_of_a_board_end_alike(board, image):
    sums = line_matrix() @ board
    assume(abs(sums.max() - sums.min()) < 6)  # lines of both players: no game
    assert outcome(board[symmetries()[image]]) == outcome(board)


@given(games(), st.integers(0, 8), images)
def test_best_squares_turn_with_the_board(game, moves, image):
    reached = replay(game)[: len(game)]  # the last one is over
    board = reached[min(moves, len(reached) - 1)]
    turn = symmetries()[image]
    best = best_squares(solution(), board)
    assert (best_squares(solution(), board[turn]) == best[turn]).all()
    assert true_value(solution(), board[turn]) == true_value(solution(), board)


@given(boards)
def test_swapping_the_players_swaps_who_has_won(board):
    sums = line_matrix() @ board
    assume(abs(sums.max() - sums.min()) < 6)
    swapped = {1: -1, -1: 1}
    assert outcome(-board) == swapped.get(outcome(board), outcome(board))


@given(st.data(), shapes, st.integers(1, 5))
def test_lines_are_straight_and_as_many_as_counted(data, shape, k):
    lines = line_cells(shape, k)
    assert lines.shape == (count_lines(shape, k), k)
    assume(len(lines))
    line = lines[data.draw(st.integers(0, len(lines) - 1))]
    places = np.stack(np.unravel_index(line, shape), -1)
    steps = np.diff(places, axis=0)
    assert len(set(line.tolist())) == k
    if k > 1:
        assert (steps == steps[0]).all()
        assert tuple(steps[0].tolist()) in directions(len(shape))


# tinygrad writes a program for every shape, so that these are few and the boards many
SHAPES = [((3, 3), 3), ((2, 5), 2), ((4, 3, 2), 2), ((7,), 3), ((2, 2, 3, 2), 2)]


@pytest.mark.parametrize(("shape", "k"), SHAPES)
@settings(max_examples=20)
@given(data=st.data())
def test_all_ways_to_decide_a_board_agree(shape, k, data):
    cells = int(np.prod(shape))
    batch = data.draw(arrays.arrays(np.int8, (32, cells), elements=marks))
    sums = batch @ line_matrix(shape, k).T
    want = (sums == k).any(1).astype(int) - (sums == -k).any(1)
    lines = [sorted(line) for line in all_lines(shape, k)]
    assert [
        any((board[line] == 1).all() for line in lines)
        - any((board[line] == -1).all() for line in lines)
        for board in batch
    ] == want.tolist()
    grid, ndim = batch.reshape(32, *shape), len(shape)
    assert (winner_by_convolution(grid, k, ndim).numpy() == want).all()
    for decide in (winner, winner_by_shifts):
        assert (decide(grid, k, ndim, allow_both=True).numpy() == want).all()
        assert (decide(-grid, k, ndim, allow_both=True).numpy() == -want).all()


@given(model=models())
def test_a_saved_model_comes_back_as_it_was(model, tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "saved"
    save(model, path)
    assert load(path) == model


@given(
    st.lists(games(), min_size=1, max_size=5),
    models(),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_learning_keeps_values_from_0_to_1(some, model, alpha, gamma):
    before = set(model.codes.tolist())
    for game in some:
        model = learn(model, game, alpha=alpha, gamma=gamma)
    assert ((model.values >= 0) & (model.values <= 1)).all()
    met = {code(board) for game in some for board in replay(game)[1:]}
    assert set(model.codes.tolist()) == before | met


def test_ten_thousand_spoiled_files_are_refused_or_read_right(tmp_path):
    """Files with bytes changed, lost, doubled, moved or made up never pass for another model."""
    rng = np.random.default_rng(0)
    codes = np.sort(rng.choice(all_codes(), 12, replace=False))
    model = Model(codes, rng.random(12))
    path = tmp_path / "model"
    save(model, path)
    whole = path.read_bytes()
    read = 0
    for number in range(10_000):
        data = bytearray(whole)
        for _ in range(rng.integers(1, 5)):
            at, to = sorted(rng.integers(0, len(data) + 1, 2).tolist())
            kind = rng.integers(5)
            if kind == 0 and at < len(data):
                data[at] = rng.integers(256)
            elif kind == 1:
                del data[at : min(to, at + 40)]
            elif kind == 2:
                data[at:at] = data[at : min(to, at + 40)]
            elif kind == 3:
                data[at:at] = rng.bytes(rng.integers(1, 20))
            elif at < to:
                data[at:to] = data[at:to][::-1]
        path.write_bytes(data)
        reason = ""
        try:
            loaded = load(path)
        except ValueError as error:
            reason = str(error)
        if reason:
            assert reason.startswith(str(path)), number
        else:
            assert loaded == model, number
            read += 1
    assert read < 100  # a change can undo another, seldom
