"""The model: a value for every position met, kept in a file that cannot lie."""

import errno
import os
import zlib

import numpy as np
import pytest

from tttlib import Model, code, load, save, value
from tttlib.model import LARGEST_FILE
from tttlib.tables import tables

# codes and values of the game 0 1 2 3 4 5 6, and boards as a file shows them
ROWS = [
    (8357, 0.47200000000000003, ".OX ..O ..X"),
    (8383, 0.48496, ".OX ... ..."),
    (9842, 0.4884592, "... ... ..X"),
]
TINY = np.nextafter(0, 1)  # the least number above 0
BELOW_ONE = np.nextafter(1, 0)


def model_of(count, seed=0):
    """Return a model of so many positions, with values of all magnitudes."""
    rng = np.random.default_rng(seed)
    codes = np.sort(rng.choice(tables().codes, count, replace=False))
    values = rng.choice(
        [0.0, -0.0, TINY, 5e-310, 1e-30, 0.1, 0.5, BELOW_ONE, 1.0], count
    )
    return Model(codes, np.where(rng.random(count) < 0.5, values, rng.random(count)))


def with_checks(lines):
    """Return text in which every line has a right check, as another program would write it."""
    check, text = 0, ""
    for line in lines:
        check = zlib.crc32(line.encode("ascii"), check)
        text += f"{line}  #{check:08x}\n"
    return text


@pytest.fixture
def saved(tmp_path):
    """Return the path of a saved model of five positions."""
    path = tmp_path / "ttt.model"
    save(model_of(5), path)
    return path


def reason(path, data):
    """Write a file and return why it is refused."""
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    with pytest.raises(ValueError) as refusal:  # noqa: PT011
        load(path)
    message = str(refusal.value)
    assert message.startswith(str(path))
    return message.removeprefix(str(path))


def test_the_empty_model_knows_nothing():
    model = Model()
    assert np.array([model.codes, model.values]).shape == (2, 0)
    assert (model.codes.dtype, model.values.dtype) == (np.int64, np.float64)
    assert len(model) == 0
    assert value(model, [1] + [0] * 8) == 0.5
    assert repr(model) == "<Model of 0 positions>"


def test_a_model_keeps_its_own_read_only_copy_of_what_it_is_given():
    codes, values = np.array([3, 5]), np.array([0.25, 1.0])
    model = Model(codes, values)
    codes[0], values[0] = 4, 0.75
    assert (model.codes.tolist(), model.values.tolist()) == ([3, 5], [0.25, 1.0])
    assert len(model) == 2
    assert repr(model) == "<Model of 2 positions>"
    for array in (model.codes, model.values):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(AttributeError):
        model.codes = codes


def test_models_are_equal_if_their_codes_and_values_are():
    model = Model([3, 5], [0.25, 1.0])
    assert model == Model(np.array([3, 5], np.int16), [0.25, 1])
    for other in (Model([3, 6], [0.25, 1.0]), Model([3, 5], [0.25, BELOW_ONE]), Model(),
                  Model([3], [0.25]), (model.codes, model.values)):  # fmt: skip
        assert model != other


def test_value_of_known_and_unknown_positions():
    model = Model([9842, 9922], [0.25, 0.75])
    corner, edge, center = np.eye(9, dtype=int)[[8, 5, 4]]
    assert value(model, corner) == 0.25
    assert value(model, edge) == 0.5
    assert type(value(model, center)) is float
    batch = np.array([[corner, edge, center], [edge, edge * 0, corner]])  # (2, 3, 9)
    worth = value(model, batch)
    assert worth.tolist() == [[0.25, 0.5, 0.75], [0.5, 0.5, 0.25]]
    assert worth.dtype == np.float64
    assert value(model, batch.tolist()).tolist() == worth.tolist()
    assert value(model, np.zeros((2, 0, 9), int)).shape == (2, 0)
    assert value(Model(), np.zeros((0, 9), int)).shape == (0,)


def test_look_up_is_a_dictionary_with_a_default():
    model = model_of(60)
    known = dict(zip(model.codes.tolist(), model.values.tolist(), strict=True))
    wanted = np.arange(-2, 3**9 + 3).reshape(8, -1)
    expected = [[known.get(number, 0.5) for number in row] for row in wanted.tolist()]
    assert model.look_up(wanted).tolist() == expected
    assert Model().look_up(wanted).tolist() == np.full(wanted.shape, 0.5).tolist()
    assert model.look_up(model.codes[0]).shape == ()


def test_updated_replaces_and_adds_values_and_leaves_the_model_as_it_was():
    rng = np.random.default_rng(0)
    for seed in range(20):
        model, codes = (
            model_of(seed * 3, seed),
            rng.permutation(tables().codes)[: seed * 2 + 1],
        )
        before, values = Model(model.codes, model.values), rng.random(len(codes))
        expected = dict(zip(model.codes.tolist(), model.values.tolist(), strict=True))
        expected |= dict(zip(codes.tolist(), values.tolist(), strict=True))
        after = model.updated(codes, values)
        assert after.codes.tolist() == sorted(expected)
        assert after.values.tolist() == [
            expected[number] for number in sorted(expected)
        ]
        assert model == before


@pytest.mark.parametrize("count", [0, 1, 2, 50, 765])
def test_load_gives_back_what_was_saved_to_the_last_bit(tmp_path, count):
    for seed in range(5):
        model = model_of(count, seed)
        save(model, tmp_path / "ttt.model")
        back = load(tmp_path / "ttt.model")
        assert back == model
        assert back.codes.dtype == np.int64
        assert back.values.tobytes() == model.values.tobytes()  # so -0.0 is not 0.0


def test_a_person_can_read_a_saved_model(tmp_path):
    model = Model([number for number, _, _ in ROWS], [worth for _, worth, _ in ROWS])
    save(model, str(tmp_path / "ttt.model"))
    lines = (tmp_path / "ttt.model").read_bytes().decode("ascii").split("\n")
    texts = [line.rpartition("  #")[0] for line in lines]
    assert texts[0] == "tttlib model 1 (3x3, 3 in a row), 3 positions"
    assert texts[1:4] == [
        f"{number:5}  {board}  {worth!r}" for number, worth, board in ROWS
    ]
    assert texts[4:] == ["end", ""]
    assert "\n".join(lines) == with_checks(texts[:5])


def test_the_same_model_makes_the_same_file(tmp_path):
    for name in "ab":
        save(model_of(20), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_save_replaces_an_older_file(saved):
    save(Model(), saved)
    assert load(saved) == Model()
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("stop", [KeyboardInterrupt, OSError])
def test_an_interrupted_save_leaves_the_old_file_whole_and_nothing_else(
    saved, monkeypatch, step, stop
):
    old, inside = saved.read_bytes(), []

    def fail(*_):
        inside.append(saved.read_bytes())
        raise stop

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(stop):
        save(model_of(9), saved)
    assert inside == [old]
    assert saved.read_bytes() == old
    assert list(saved.parent.iterdir()) == [saved]


@pytest.mark.parametrize(
    "stop", [KeyboardInterrupt, OSError(errno.ENOSPC, "disk full")]
)
def test_a_save_that_stops_half_way_leaves_the_old_file_whole(saved, monkeypatch, stop):
    old = saved.read_bytes()

    def open_and_fail(*arguments, **options):
        file = open(*arguments, **options)  # noqa: SIM115
        write = file.write

        def fail(text):
            write(text[:100])
            file.flush()
            raise stop

        file.write = fail
        return file

    monkeypatch.setattr("tttlib.model.open", open_and_fail, raising=False)
    with pytest.raises((KeyboardInterrupt, OSError)):
        save(model_of(9), saved)
    assert saved.read_bytes() == old
    assert list(saved.parent.iterdir()) == [saved]


def test_the_file_is_on_disk_and_complete_before_it_takes_its_name(saved, monkeypatch):
    steps, sync, replace = [], os.fsync, os.replace

    def write(file):
        steps.append(os.fstat(file).st_size)
        sync(file)

    monkeypatch.setattr(os, "fsync", write)

    def put(draft, path):
        steps.append("replace")
        assert load(draft) == model_of(9)
        assert draft.parent == saved.parent
        replace(draft, path)

    monkeypatch.setattr(os, "replace", put)
    save(model_of(9), saved)
    assert steps == [saved.stat().st_size, "replace"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no umask")
@pytest.mark.parametrize(
    ("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)]
)
def test_the_mode_of_a_saved_file_follows_the_umask(tmp_path, umask, mode):
    before = os.umask(umask)
    try:
        save(Model(), tmp_path / "ttt.model")
    finally:
        os.umask(before)
    assert (tmp_path / "ttt.model").stat().st_mode & 0o777 == mode


def test_a_file_that_cannot_be_written_or_read(tmp_path):
    for call in (lambda path: save(Model(), path), load):
        with pytest.raises(FileNotFoundError):
            call(tmp_path / "nowhere" / "ttt.model")
        with pytest.raises(OSError, match=r"(?i)directory|denied"):
            call(tmp_path)


def test_every_truncation_is_refused(saved):
    data = saved.read_bytes()
    for length in range(len(data) - 1):
        words = reason(saved, data[:length])
        line = data[:length].count(b"\n") + 1
        short = length < len(b"tttlib model 1")
        why = (
            "not a saved model, which begins with 'tttlib"
            if short
            else "the file is cut short"
        )
        assert words.startswith(f", line {line}: {why}")
    assert "cut short" in reason(saved, data[:-1])  # without the last line end


def test_every_edited_character_is_refused_and_its_line_named(saved):
    data = saved.read_bytes()
    for at, old in enumerate(data):
        line = data[:at].count(b"\n") + 1
        for new in {ord("0"), ord("X"), ord(" "), old ^ 1, old | 0x80, old ^ 0x20} - {
            old
        }:
            words = reason(saved, data[:at] + bytes([new]) + data[at + 1 :])
            assert words.startswith(f", line {line}: "), (at, chr(old), chr(new))


def test_every_lost_or_additional_character_is_refused_and_its_line_named(saved):
    data = saved.read_bytes()
    for at in range(len(data)):
        line = data[:at].count(b"\n") + 1
        words = reason(saved, data[:at] + data[at + 1 :])
        assert words.startswith(f", line {line}: ") or at == len(data) - 1
        words = reason(saved, data[:at] + b"7" + data[at:])
        assert words.startswith(f", line {line}: ")


def test_every_lost_doubled_or_swapped_line_is_refused(saved):
    lines = saved.read_bytes().splitlines(keepends=True)
    for n in range(len(lines)):
        lost = reason(saved, b"".join(lines[:n] + lines[n + 1 :]))
        assert lost.startswith(f", line {n + 1}: ")
        doubled = reason(saved, b"".join(lines[: n + 1] + lines[n:]))
        assert doubled.startswith(f", line {n + 2}: ")
        for m in range(n):
            swapped = lines.copy()
            swapped[m], swapped[n] = lines[n], lines[m]
            assert reason(saved, b"".join(swapped)).startswith(f", line {m + 1}: ")


def test_lines_of_another_saved_model_are_refused(tmp_path, saved):
    save(model_of(5, seed=1), tmp_path / "other")
    lines = saved.read_bytes().splitlines(keepends=True)
    others = (tmp_path / "other").read_bytes().splitlines(keepends=True)
    for n in range(2, 6):
        mixed = lines[:n] + others[n:]
        words = reason(saved, b"".join(mixed))
        assert words == f", line {n + 1}: changed since it was saved"


def test_a_file_with_the_line_ends_of_windows_is_read(saved):
    saved.write_bytes(saved.read_bytes().replace(b"\n", b"\r\n"))
    assert load(saved) == model_of(5)


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"hello\n", b"\x80\x04\x95pickle", b"\0" * 100, bytes(range(256)),
             "\ufefftttlib model 1".encode(), b" tttlib model 1", b"tttlib model 2 (3x3)"]
)  # fmt: skip
def test_what_is_no_saved_model_is_refused(tmp_path, data):
    words = reason(tmp_path / "f", data)
    assert words == ", line 1: not a saved model, which begins with 'tttlib model 1'"


def test_a_file_too_large_for_a_model_is_refused(saved):
    data = saved.read_bytes()
    assert "more than 1048576 bytes" in reason(
        saved, data.ljust(LARGEST_FILE + 1, b"\n")
    )
    assert "there is something after 'end'" in reason(
        saved, data.ljust(LARGEST_FILE, b"\n")
    )


@pytest.mark.parametrize("rest", ["\n", "x", "end", " \n", "\0"])
def test_what_comes_after_the_end_is_refused(saved, rest):
    words = reason(saved, saved.read_text() + rest)
    assert words == ", line 8: there is something after 'end'"


def heading(count):
    return f"tttlib model 1 (3x3, 3 in a row), {count} positions"


CORNER, CENTER = " 9842  ... ... ..X  0.5", " 9922  ... .X. ...  1.0"


def test_a_file_of_another_program_with_right_content_is_read(tmp_path):
    (tmp_path / "f").write_text(with_checks([heading(2), CORNER, CENTER, "end"]))
    assert load(tmp_path / "f") == Model([9842, 9922], [0.5, 1.0])


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([heading(1), CORNER, CENTER, "end"], "line 1: "),
        ([heading(2).replace("3x3", "4x4"), CORNER, CENTER, "end"], "line 1: "),
        ([heading(2) + " ", CORNER, CENTER, "end"], "line 1: "),
        ([heading(2), CENTER, CORNER, "end"], "ascending order"),
        ([heading(2), CORNER, CORNER, "end"], "ascending order"),
        ([heading(2), CORNER, CENTER.replace(".X.", "X.."), "end"], "line 3: "),
        ([heading(2), CORNER, CENTER.replace("1.0", "1.00"), "end"], "line 3: "),
        (
            [heading(2), CORNER[1:], CENTER, "end"],
            "line 2: '9842  ... ... ..X  0.5' is written",
        ),
        ([heading(1), CORNER.replace("0.5", "1.5"), "end"], "values are from 0 to 1"),
        ([heading(1), CORNER.replace("0.5", "-1e-9"), "end"], "values are from 0 to 1"),
        ([heading(1), CORNER.replace("0.5", "nan"), "end"], "a value is nan"),
        ([heading(1), CORNER.replace("0.5", "inf"), "end"], "a value is inf"),
        ([heading(1), CORNER.replace("0.5", "half"), "end"], "half"),
        ([heading(1), CORNER.replace("0.5", "0_1e0"), "end"], "line 2: "),
        ([heading(1), CORNER.replace("9842", "9843"), "end"], "9843 is not the code"),
        ([heading(1), CORNER.replace("9842", "-842"), "end"], "-842 is not the code"),
        ([heading(1), CORNER.replace("9842", "99999"), "end"], "99999 is not the code"),
        ([heading(1), CORNER.replace("9842", "9" * 30), "end"], ""),
        ([heading(1), CORNER.replace("9842", "9" * 9999), "end"], ""),
        ([heading(1), CORNER.replace("9842", "98.2"), "end"], "98.2"),
        ([heading(1), "9842", "end"], ""),
        ([heading(1), "", "end"], ""),
        ([heading(1), CORNER], "line 3: the file is cut short"),
        ([heading(1), CORNER, "END"], "line 4: the file is cut short"),
        ([heading(0), "end", CORNER, "end"], "line 3: there is something after 'end'"),
    ],
)
def test_right_checks_do_not_excuse_wrong_content(tmp_path, lines, words):
    assert words in reason(tmp_path / "f", with_checks(lines))


def test_codes_in_a_saved_model_are_those_of_its_boards(saved):
    for line in saved.read_text().splitlines()[1:-1]:
        number, *rows, _, _ = line.split()
        board = [{"X": 1, "O": -1, ".": 0}[mark] for mark in "".join(rows)]
        assert code(board) == int(number)


REFUSED = [
    (
        lambda: Model([1.5], [0.5]),
        TypeError,
        "codes are float64; a code is a whole number",
    ),
    (lambda: Model(["a"], [0.5]), TypeError, "a code is a whole number"),
    (lambda: Model([True], [0.5]), TypeError, "codes are bool"),
    (lambda: Model([1, 2], [0.5]), ValueError, "codes have shape (2,) and values (1,)"),
    (
        lambda: Model([[1, 2]], [[0.5, 0.5]]),
        ValueError,
        "a model has a row of codes and as many",
    ),
    (lambda: Model(1, 0.5), ValueError, "codes have shape () and values ()"),
    (
        lambda: Model([2, 1], [0.5, 0.5]),
        ValueError,
        "codes are not in ascending order, each once",
    ),
    (
        lambda: Model([1, 1], [0.5, 0.5]),
        ValueError,
        "codes are not in ascending order, each once",
    ),
    (
        lambda: Model([1, 2], [0.5, 1.5]),
        ValueError,
        "a value is 1.5; values are from 0 to 1",
    ),
    (lambda: Model([1, 2], [-TINY, 0]), ValueError, "a value is -5e-324"),
    (lambda: Model([1], [np.nan]), ValueError, "a value is nan"),
    (lambda: Model([1], ["half"]), ValueError, "half"),
    (lambda: Model().updated([1], [2.0]), ValueError, "a value is 2.0"),
    (lambda: value(Model(), [0] * 8), ValueError, "board has 8 squares"),
    (lambda: value(Model(), [0.5] * 9), TypeError, "board is float64"),
]


@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_what_is_no_model_or_no_board_is_refused_with_the_reason(call, error, words):
    with pytest.raises(error) as refusal:
        call()
    assert words in str(refusal.value)


def test_a_code_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="a code is 9223372036854775808"):
        Model(np.array([2**63], np.uint64), [0.5])
