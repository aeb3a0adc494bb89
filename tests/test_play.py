"""Play: choosing a move, playing games, and counting how they end."""

from itertools import count

import numpy as np
import pytest
from rules import LINES, O, X

from tttlib import (
    Model,
    best_game,
    choose,
    choose_at_random,
    code,
    empty_board,
    learn,
    match,
    outcome,
    place,
    play_game,
    replay,
    self_trial,
    train,
    trial,
    value,
)
from tttlib.play import count_results
from tttlib.tables import tables

FULL = [1, -1, 1, 1, -1, -1, -1, 1, 1]


def stands(board):
    """Return 1 or -1 for the winner, 2 for a draw, 0 if the game goes on."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != 0:
            return board[a]
    return 0 if 0 in board else 2


def moves_of(board):
    """Return a list of (square, board after it) for the player to move."""
    mark = -1 if sum(board) else 1
    return [(s, [*board[:s], mark, *board[s + 1 :]]) for s in range(9) if board[s] == 0]


def best_of(model, board):
    """Return the first square whose board is worth most, one board after the other."""
    best, chosen = -1.0, None
    for square, after in moves_of(board):
        if value(model, after) > best:
            best, chosen = value(model, after), square
    return chosen


@pytest.fixture(scope="module")
def fair():
    """Return boards on which the game goes on, many kinds of them."""
    rng, boards = np.random.default_rng(5), []
    for _ in range(60):
        board = [0] * 9
        while stands(board) == 0:
            boards.append(board)
            moves = moves_of(board)
            board = moves[rng.integers(len(moves))][1]
    return boards


@pytest.fixture(scope="module")
def perfect():
    """Return the model that knows what every board is worth to who moved to it."""
    values = {}

    def worth(board):
        number = code(board)
        if number not in values:
            result = stands(board)
            best = max((worth(after) for _, after in moves_of(board)), default=None)
            values[number] = (1 - best) if result == 0 else 0.5 if result == 2 else 1.0
        return values[number]

    worth([0] * 9)
    return Model(sorted(values), [values[number] for number in sorted(values)])


@pytest.fixture(scope="module")
def trained():
    return train(Model(), 3000, report=False, rng=np.random.default_rng(2))


def random_model(seed):
    """Return a model with few different values, so that ties abound."""
    codes = tables().codes
    return Model(codes, np.random.default_rng(seed).integers(0, 4, len(codes)) / 3)


def test_the_empty_model_chooses_the_first_square():
    assert choose(Model(), empty_board()) == 0
    assert choose(Model(), [1, -1, 0, 0, 0, 0, 0, 0, 0]) == 2


@pytest.mark.parametrize("seed", range(4))
def test_choose_takes_the_first_of_the_best_moves(fair, seed):
    model = random_model(seed)
    for board in fair[seed::4]:
        assert choose(model, board) == best_of(model, board)
    assert type(choose(model, fair[0])) is int


def test_choose_for_a_batch_is_choose_for_each_board(fair):
    model = random_model(9)
    fours = [board for board in fair if board.count(0) == 5][:6]
    batch = np.reshape(fours, (2, 3, 9)).astype(np.int8)
    batch.flags.writeable = False
    expected = [[best_of(model, board) for board in row] for row in batch.tolist()]
    assert choose(model, batch).tolist() == expected
    assert choose(model, np.asfortranarray(batch)).tolist() == expected
    assert choose(model, batch.tolist()).tolist() == expected
    assert choose(model, batch).dtype == np.intp


def test_a_trained_model_opens_in_the_center_completes_its_lines_and_blocks(trained):
    assert choose(trained, empty_board()) == 4
    assert choose(trained, [1, -1, 0, -1, 1, 0, 0, 0, 0]) == 8
    assert choose(trained, [1, 1, 0, -1, 0, 0, 0, 0, 0]) == 2


def test_random_moves_are_empty_squares_each_as_likely_as_another():
    board, rng = [1, -1, 0, 0, 1, 0, 0, 0, -1], np.random.default_rng(0)
    squares = choose_at_random(np.tile(board, (2, 3000, 1)), rng=rng)
    assert squares.shape == (2, 3000)
    assert squares.dtype == np.intp
    often = np.bincount(squares.ravel(), minlength=9)
    assert not often[[0, 1, 4, 8]].any()
    assert often[[2, 3, 5, 6, 7]].min() > 1100  # 1200 expected, standard deviation 31
    alone = [choose_at_random(board, rng=rng) for _ in range(200)]
    assert {*alone} == {2, 3, 5, 6, 7}
    assert type(alone[0]) is int
    again = choose_at_random(np.tile(board, (2, 3000, 1)), rng=np.random.default_rng(0))
    assert (again == squares).all()


def test_random_moves_in_a_batch_do_not_depend_on_each_other():
    squares = choose_at_random(
        np.zeros((9000, 2, 9), int), rng=np.random.default_rng(1)
    )
    pairs = np.bincount(squares @ [9, 1], minlength=81)
    assert pairs.min() > 60  # 111 expected, standard deviation 10
    assert pairs.max() < 162


def test_match_asks_the_players_by_turns_and_shows_them_the_board():
    seen = []

    def player(name):
        def policy(board):
            seen.append((name, board.tolist()))
            return board.tolist().index(0)

        return policy

    game = match(player("X"), player("O"))
    assert game.tolist() == [0, 1, 2, 3, 4, 5, 6]
    assert game.dtype == np.intp
    assert [name for name, _ in seen] == list("XOXOXOX")
    assert [board for _, board in seen] == replay(game)[:-1].tolist()


def test_match_goes_on_from_an_opening():
    first = lambda board: board.tolist().index(0)  # noqa: E731
    assert match(first, first, [8, 4]).tolist() == [8, 4, 0, 1, 2, 3, 5]
    last = lambda board: 8 - board.tolist()[::-1].index(0)  # noqa: E731
    assert match(first, last, np.array([2])).tolist() == [2, 8, 0, 7, 1]
    assert match(first, first, [0, 3, 1, 4, 2]).tolist() == [0, 3, 1, 4, 2]


def test_replay_shows_every_board_of_a_game():
    rng = np.random.default_rng(0)
    for _ in range(30):
        board, game, boards = [0] * 9, [], [[0] * 9]
        while stands(board) == 0:
            square, board = moves_of(board)[rng.integers(len(moves_of(board)))]
            game.append(square)
            boards.append(board)
        given = np.array(game)
        given.flags.writeable = False
        for moves in (given, game, np.repeat(given, 2)[::2], given.astype(np.uint8)):
            assert replay(moves).tolist() == boards
        assert replay(game[:3]).tolist() == boards[:4]
    assert replay(game).dtype == np.int8
    assert replay([]).tolist() == [[0] * 9]


def test_a_greedy_game_of_the_empty_model():
    game = play_game(Model(), 0, rng=np.random.default_rng(0))
    assert game.tolist() == best_game(Model()).tolist() == [0, 1, 2, 3, 4, 5, 6]
    assert outcome(replay(game)[-1]) == X
    assert replay(game)[-1][[2, 4, 6]].tolist() == [X, X, X]


@pytest.mark.parametrize("epsilon", [0, 0.1, 0.5, 1])
def test_play_game_is_the_best_move_but_for_some_at_random(epsilon):
    model = random_model(3)
    rng, dice = np.random.default_rng(7), np.random.default_rng(7)
    for _ in range(15):
        board, game = [0] * 9, []
        while stands(board) == 0:
            empty = [square for square, _ in moves_of(board)]
            if dice.random() < epsilon:
                square = empty[dice.integers(len(empty))]
            else:
                square = best_of(model, board)
            board = dict(moves_of(board))[square]
            game.append(square)
        assert play_game(model, epsilon, rng=rng).tolist() == game


def test_one_move_in_ten_is_at_random_by_default():
    rngs = [np.random.default_rng(11), np.random.default_rng(11)]
    model = random_model(4)
    for _ in range(30):
        games = play_game(model, rng=rngs[0]), play_game(model, 0.1, rng=rngs[1])
        assert games[0].tolist() == games[1].tolist()
    differing = expected = 0
    for _ in range(150):
        game = play_game(model, rng=rngs[0])
        for board, square in zip(replay(game)[:-1], game, strict=True):
            differing += square != choose(model, board)
            expected += 0.1 * (
                1 - 1 / (board == 0).sum()
            )  # a random move may be the best one
    assert abs(differing - expected) < 4 * expected**0.5


def test_best_game_from_an_opening():
    game = best_game(random_model(1), [4, 0])
    assert game[:2].tolist() == [4, 0]
    for board, square in zip(replay(game)[2:-1].tolist(), game[2:], strict=True):
        assert square == best_of(random_model(1), board)
    assert outcome(replay(game)[-1]) != 0


def test_two_perfect_players_always_draw(perfect):
    assert outcome(replay(best_game(perfect))[-1]) == 2
    for square in range(9):
        assert outcome(replay(best_game(perfect, [square]))[-1]) == 2
    assert self_trial(perfect, rng=np.random.default_rng(0)).tolist() == [0, 0, 50]


def test_a_perfect_player_never_loses(perfect):
    results = trial(perfect, 400, rng=np.random.default_rng(0))
    assert results[:, 1].tolist() == [0, 0]
    assert results.sum(1).tolist() == [400, 400]
    # against random moves a perfect player of its kind wins most games, more of them as X
    assert results[0, 0] > results[1, 0] > 280


def play_in_step(x, o, boards):
    """Play games a move in each at a time, with lists, and count X won, O won, drawn."""
    counts = {X: 0, O: 0, 2: 0}
    for turn in count(sum(map(abs, boards[0]))):
        if not boards:
            return [counts[X], counts[O], counts[2]]
        squares = (o if turn % 2 else x)(boards)
        boards = [dict(moves_of(b))[s] for b, s in zip(boards, squares, strict=True)]
        for board in boards:
            if stands(board):
                counts[stands(board)] += 1
        boards = [board for board in boards if not stands(board)]


def policies(model, rng):
    def best(boards):
        return [best_of(model, board) for board in boards]

    def chance(boards):
        chosen = rng.integers(boards[0].count(0), size=len(boards))
        return [moves_of(board)[n][0] for board, n in zip(boards, chosen, strict=True)]

    return best, chance


@pytest.mark.parametrize("seed", range(3))
def test_trial_counts_won_lost_and_drawn_as_x_and_as_o(seed):
    model = random_model(seed)
    best, chance = policies(model, np.random.default_rng(seed))
    as_x = play_in_step(best, chance, [[0] * 9] * 30)
    x_won, o_won, drawn = play_in_step(chance, best, [[0] * 9] * 30)
    results = trial(model, 30, rng=np.random.default_rng(seed))
    assert results.tolist() == [as_x, [o_won, x_won, drawn]]


@pytest.mark.parametrize("seed", range(3))
def test_self_trial_counts_games_after_a_random_first_move(seed):
    model = random_model(seed)
    best, chance = policies(model, np.random.default_rng(seed))
    boards = [[0] * 9] * 30
    boards = [dict(moves_of(b))[s] for b, s in zip(boards, chance(boards), strict=True)]
    results = self_trial(model, 30, rng=np.random.default_rng(seed))
    assert results.tolist() == play_in_step(best, best, boards)


def test_trials_play_50_games_by_default_and_repeat_with_the_same_dice(trained):
    one, two = (trial(trained, rng=np.random.default_rng(3)) for _ in range(2))
    assert one.shape == (2, 3)
    assert one.sum(1).tolist() == [50, 50]
    assert (one == two).all()
    assert self_trial(trained, rng=np.random.default_rng(3)).sum() == 50
    assert trial(trained, 0, rng=np.random.default_rng(3)).tolist() == [
        [0, 0, 0],
        [0, 0, 0],
    ]


def test_a_trained_model_wins_most_games_against_random_moves(trained):
    results = trial(trained, rng=np.random.default_rng(1))
    assert results[0, 0] >= 45
    assert results[1, 0] >= 35
    assert results[:, 1].sum() <= 2
    assert self_trial(trained, rng=np.random.default_rng(1)).tolist() == [0, 0, 50]


def test_a_trained_model_beats_an_untrained_one(trained):
    results = [
        trial(m, 200, rng=np.random.default_rng(2))[:, 0].sum()
        for m in (Model(), trained)
    ]
    assert results[1] > results[0] + 60


def test_counting_results_leaves_the_boards_as_they_are():
    boards = place(np.zeros((4, 9), np.int8), [0, 2, 4, 5])
    boards.flags.writeable = False
    first = lambda boards: (boards == 0).argmax(-1)  # noqa: E731
    assert count_results(first, first, boards).sum() == 4
    assert boards.sum() == 4


def test_playing_leaves_the_model_and_the_game_as_they_are(trained):
    before = Model(trained.codes, trained.values)
    rng = np.random.default_rng(0)
    game = play_game(trained, rng=rng)
    copy = game.copy()
    best_game(trained, game[:2])
    learn(trained, game)
    trial(trained, 5, rng=rng)
    assert trained == before
    assert (game == copy).all()


RNG = np.random.default_rng(0)
FIRST = lambda board: board.tolist().index(0)  # noqa: E731
REFUSED = [
    (
        lambda: choose(Model(), FULL),
        ValueError,
        "the board is full; there is no move to choose",
    ),
    (lambda: choose(Model(), [FULL] * 2), ValueError, "the board is full"),
    (lambda: choose(Model(), [0] * 8), ValueError, "board has 8 squares"),
    (
        lambda: choose(Model(), [FULL, [0] * 9]),
        ValueError,
        "the boards have 0 to 9 empty squares",
    ),
    (lambda: choose(Model(), [1, 1] + [0] * 7), ValueError, "a board has 2 X and 0 O"),
    (lambda: choose_at_random(FULL, rng=RNG), ValueError, "the board is full"),
    (lambda: choose_at_random([0.0] * 9, rng=RNG), TypeError, "board is float64"),
    (lambda: match(lambda b: 9, FIRST), ValueError, "square 9 is not on the board"),
    (lambda: match(FIRST, lambda b: 0), ValueError, "square 0 is taken"),
    (lambda: match(FIRST, lambda b: 1.0), TypeError, "square is float64"),
    (lambda: match(FIRST, FIRST, [4, 4]), ValueError, "move 2 is on 4, which is taken"),
    (
        lambda: best_game(Model(), [0, 9]),
        ValueError,
        "move 2 is on 9; squares are 0 to 8",
    ),
    (lambda: replay([0, -1]), ValueError, "move 2 is on -1; squares are 0 to 8"),
    (lambda: replay([0, 1, 0]), ValueError, "move 3 is on 0, which is taken"),
    (
        lambda: replay([0, 3, 1, 4, 2, 5]),
        ValueError,
        "the game was over after 5 moves; 6 are",
    ),
    (
        lambda: replay([0, 3, 1, 4, 2, 8, 6]),
        ValueError,
        "over after 5 moves; 7 are given",
    ),
    (
        lambda: replay([0.0, 1.0]),
        TypeError,
        "squares are float64; a square is a whole number",
    ),
    (
        lambda: replay([[0, 1]]),
        ValueError,
        "game has shape (1, 2); a game is a row of squares",
    ),
    (
        lambda: play_game(Model(), 1.5, rng=RNG),
        ValueError,
        "epsilon is 1.5; it is a share of the",
    ),
    (lambda: play_game(Model(), -0.1, rng=RNG), ValueError, "epsilon is -0.1"),
    (lambda: play_game(Model(), np.nan, rng=RNG), ValueError, "epsilon is nan"),
    (lambda: play_game(Model()), TypeError, "rng"),
    (lambda: trial(Model()), TypeError, "rng"),
    (lambda: self_trial(Model()), TypeError, "rng"),
]


@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_what_is_no_move_and_no_game_is_refused_with_the_reason(call, error, words):
    with pytest.raises(error) as refusal:
        call()
    assert words in str(refusal.value)


def test_no_boards_get_no_moves():
    none = np.zeros((0, 9), np.int8)
    rng = np.random.default_rng(0)
    assert choose(Model(), none).shape == (0,)
    assert choose_at_random(none, rng=rng).shape == (0,)
    assert trial(Model(), 0, rng=rng).tolist() == [[0, 0, 0]] * 2
    assert self_trial(Model(), 0, rng=rng).tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: trial(Model(), -1, rng=np.random.default_rng(0)), "games is -1"),
        (lambda: self_trial(Model(), -1, rng=np.random.default_rng(0)), "games is -1"),
        (lambda: replay([0, 3, 1, 4, 2, 5, 6]), "over after 5 moves; 7 are given"),
    ],
)
def test_what_cannot_be_played_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_an_opening_is_whole_squares():
    with pytest.raises(TypeError, match="float64"):
        match(central, central, [4.7])


def central(boards):
    return choose(Model(), boards)
