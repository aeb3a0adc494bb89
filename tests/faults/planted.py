"""Faults to plant: file, what stands there, what is put there, and the tests that must notice.

What stands there is looked up anew each time, so that a fault that can no longer be planted is
reported too. The tests are those that a full run would run among others; a name that ends in
`.md` stands for a chapter's record.
"""

BOARDS, LINES, SYMMETRIES = (
    "tttlib/boards.py",
    "tttlib/lines.py",
    "tttlib/symmetries.py",
)
MODEL, PLAY, LEARN = "tttlib/model.py", "tttlib/play.py", "tttlib/learn.py"
SOLVE, EXAM, KERNELS = "tttlib/solve.py", "tttlib/exam.py", "tttlib/kernels.py"
DRAW, TABLES = "tttlib/draw.py", "tttlib/tables.py"

LIBRARY = {
    "the other player is to move": (
        BOARDS,
        "plain((1 - 2 * lead)",
        "plain((2 * lead - 1)",
        "test_boards.py",
    ),
    "a lead of two is let through": (
        BOARDS,
        "(lead < 0) | (lead > 1)",
        "(lead < 0) | (lead > 2)",
        "test_boards.py",
    ),
    "a square beyond the last is let through": (
        BOARDS,
        "chosen >= flat.shape[-1]",
        "chosen > flat.shape[-1]",
        "test_boards.py",
    ),
    "a taken square is let through": (
        BOARDS,
        "if taken.any():",
        "if taken.all():",
        "test_boards.py",
    ),
    "place changes the caller's board": (
        BOARDS,
        "boards.copy(), squares",
        "boards, squares",
        "test_boards.py",
    ),
    "O and the empty square change signs": (
        BOARDS,
        '[".", "X", "O"]',
        '["O", "X", "."]',
        "test_boards.py",
    ),
    "the sign of a step": (
        LINES,
        "[-s for s in step]",
        "[s for s in step]",
        "test_lines.py",
    ),
    "half of the directions point backwards": (
        LINES,
        "if step > zero",
        "if step < zero",
        "test_lines.py",
    ),
    "lines begin one square too far": (
        LINES,
        "slice((k - 1) * (s < 0)",
        "slice(k * (s < 0)",
        "test_lines.py",
    ),
    "lines end one square too early": (
        LINES,
        "n - (k - 1) * (s > 0)",
        "n - k * (s > 0)",
        "test_lines.py",
    ),
    "one line too many fits on a side": (
        LINES,
        "max(n - k + 1, 0) for n in shape) - cells",
        "max(n - k + 2, 0) for n in shape) - cells",
        "test_lines.py",
    ),
    "a line of O is X's": (LINES, "O * o_won", "X * o_won", "test_lines.py"),
    "a won full board is a draw": (
        LINES,
        "full & ~(x_won | o_won)",
        "full",
        "test_lines.py",
    ),
    "a sum that wraps around": (
        LINES,
        "if k > np.iinfo(lines.dtype).max",
        "if k > 1000",
        "test_lines.py",
    ),
    "turns the other way": (
        SYMMETRIES,
        "np.rot90(grid, -quarter)",
        "np.rot90(grid, quarter)",
        "test_symmetries.py",
    ),
    "a mirror image is lost": (
        SYMMETRIES,
        ", grid[::-1, ::-1].T]",
        "]",
        "test_symmetries.py",
    ),
    "the greatest number in place of the least": (
        SYMMETRIES,
        "(boards @ weights).min(-1)",
        "(boards @ weights).max(-1)",
        "test_symmetries.py",
    ),
    "an unknown position is worth nothing": (
        MODEL,
        "UNKNOWN = 0.5",
        "UNKNOWN = 0.0",
        "test_model.py",
    ),
    "the old value outlives the new": (
        MODEL,
        "np.concatenate([codes, self.codes])",
        "np.concatenate([self.codes, codes])",
        "test_model.py",
    ),
    "a file without its last line": (
        MODEL,
        "        if text == END:\n",
        "        if number == 3:\n",
        "test_model.py",
    ),
    "values are saved rounded": (MODEL, "{worth!r}", "{worth:.6f}", "test_model.py"),
    "a file is written in place": (
        MODEL,
        'draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")',
        "path.unlink(missing_ok=True); draft = path",
        "test_model.py",
    ),
    "the last of the best": (
        PLAY,
        "value(model, afterstates(boards)).argmax(-1)",
        "squares.shape[-1] - 1 - value(model, afterstates(boards))[..., ::-1].argmax(-1)",
        "test_play.py",
    ),
    "the worst square": (
        PLAY,
        "afterstates(boards)).argmax(-1)",
        "afterstates(boards)).argmin(-1)",
        "test_play.py",
    ),
    "never at random": (
        PLAY,
        "if rng.random() < epsilon",
        "if rng.random() < 0 * epsilon",
        "test_play.py",
    ),
    "players who do not take turns": (
        PLAY,
        "(o if len(game) % 2 else x)(board)",
        "(o if len(game) % 3 else x)(board)",
        "test_play.py",
    ),
    "another step size": (
        LEARN,
        "alpha: float = 0.2,",
        "alpha: float = 0.21,",
        "learning.md",
    ),
    "another discount": (
        LEARN,
        "gamma: float = 0.9,",
        "gamma: float = 0.99,",
        "test_learn.py",
    ),
    "a discount applied twice": (
        LEARN,
        "target = gamma * values[move + 2]",
        "target = gamma**2 * values[move + 2]",
        "test_learn.py",
    ),
    "the value of the other player": (
        LEARN,
        "gamma * values[move + 2]",
        "gamma * values[move + 1]",
        "test_learn.py",
    ),
    "the last move alone gets the result": (
        LEARN,
        "if move >= last - 1:",
        "if move >= last:",
        "test_learn.py",
    ),
    "a draw is worth as much as a loss": (
        LEARN,
        "return 0.5 if result == DRAW",
        "return 0.0 if result == DRAW",
        "test_learn.py",
    ),
    "the quick trainer rounds": (
        LEARN,
        "values[classes].tolist(), result",
        "values[classes].astype(np.float32).tolist(), result",
        "test_learn.py",
    ),
    "O plays to lose": (
        SOLVE,
        "np.maximum(best[empty[square]], mark * one_on)",
        "np.maximum(best[empty[square]], one_on)",
        "test_solve.py",
    ),
    "a slow win is as good as a quick one": (
        SOLVE,
        "-mark * (cells + 1 - moves)",
        "-mark",
        "test_solve.py",
    ),
    "a lost line is a drawn one": (
        EXAM,
        "(side, -side, DRAW)",
        "(side, DRAW, DRAW)",
        "test_exam.py",
    ),
    "every win is kept": (
        EXAM,
        "distinct[won & ~kept]",
        "distinct[won & kept]",
        "test_exam.py",
    ),
    "a delta that is never 1": (
        KERNELS,
        "index.unsqueeze(-1) == index)",
        "index.unsqueeze(-1) == index + 1)",
        "test_kernels.py",
    ),
    "a kernel that is not flipped": (
        KERNELS,
        "slice(None, None, s) for s in along",
        "slice(None, None, s * s) for s in along",
        "test_kernels.py",
    ),
    "zeros on the wrong side": (
        KERNELS,
        "((0, k - 1),) * len(shape)",
        "((k - 1, 0),) * len(shape)",
        "test_kernels.py",
    ),
    "a shift too short": (
        KERNELS,
        "for n in range(1, k):",
        "for n in range(2, k):",
        "test_kernels.py",
    ),
    "O's lines count for X": (
        KERNELS,
        "return x_won - o_won",
        "return x_won + o_won",
        "test_kernels.py",
    ),
    "a random board of two marks": (
        "tttlib/__main__.py",
        "rng.integers(-1, 2,",
        "rng.integers(0, 2,",
        "test_winner_command.py",
    ),
    "tables of another game": (
        TABLES,
        "np.where(lead == 0, X, O)",
        "np.where(lead == 0, O, X)",
        "test_tables.py",
    ),
}

FIGURES = {
    "another color": (DRAW, '"#2878c8"', '"#2878c9"', "boards.md"),
    "a moved point": (DRAW, "start - 0.55 * step", "start - 0.6 * step", "lines.md"),
    "a missing line": (
        DRAW,
        "for n in range(1, width):",
        "for n in range(2, width):",
        "boards.md",
    ),
    "a ring too wide": (DRAW, "y + 0.5), 0.28, ec", "y + 0.5), 0.29, ec", "boards.md"),
    "a cross that is not round": (
        DRAW,
        'weight, marker="", solid_capstyle="round"',
        'weight, marker=""',
        "boards.md",
    ),
    "a title that says less": (
        DRAW,
        'DRAW: ", a draw"',
        'DRAW: ""',
        "intro.md",
    ),
    "words without the marks": (DRAW, 'f", marked: {', 'f", lit: {', "lines.md"),
    "a curve of other numbers": (
        DRAW,
        "ax.errorbar(x, y, bars",
        "ax.errorbar(x, y * 1.01, bars",
        "learning.md",
    ),
    "shades turned around": (
        DRAW,
        "(row[square] - low) / (high - low)",
        "(high - row[square]) / (high - low)",
        "play.md",
    ),
}

BOOK = {
    "an edited cell": (
        "book/lines.md",
        "line_matrix() @ board",
        "board @ line_matrix()",
        "lines.md",
    ),
    "a cell less": (
        "book/lines.md",
        "```{code-cell} ipython3\nline_matrix()\n```\n\n",
        "",
        "lines.md",
    ),
    "a new cell": (
        "book/lines.md",
        "```{code-cell} ipython3\nline_matrix()\n```\n",
        "```{code-cell} ipython3\nline_matrix()\n```\n\n```{code-cell} ipython3\n1 + 1\n```\n",
        "lines.md",
    ),
    "a page not as jupytext writes it": (
        "book/lines.md",
        "```{code-cell} ipython3\nline_matrix()",
        "```{code-cell}\nline_matrix()",
        "lines.md",
    ),
    "a warning": (
        BOARDS,
        "    return plain((1 - 2 * lead)",
        "    import warnings; warnings.warn('odd')\n    return plain((1 - 2 * lead)",
        "boards.md",
    ),
    "something printed": (
        BOARDS,
        "    return plain((1 - 2 * lead)",
        "    print('odd')\n    return plain((1 - 2 * lead)",
        "boards.md",
    ),
    "an exception that is gone": (
        BOARDS,
        "if taken.any():",
        "if taken.any() and len(taken) > 99:",
        "boards.md",
    ),
    "an error of another kind": (
        BOARDS,
        'raise ValueError(f"square {chosen[taken][0]} is taken")',
        'raise IndexError(f"square {chosen[taken][0]} is taken")',
        "boards.md",
    ),
    "a recorded digit": ("tests/recorded/lines.ipynb", "3 -2", "3 -1", "lines.md"),
    "a recorded error": (
        "tests/recorded/boards.ipynb",
        "4 is taken",
        "5 is taken",
        "boards.md",
    ),
    "a recorded word of a figure": (
        "tests/recorded/lines.ipynb",
        "marked: 0 1 2",
        "marked: 0 1",
        "lines.md",
    ),
    "a recorded point of a figure": (
        "tests/recorded/intro.ipynb",
        "M 26.240516",
        "M 26.340516",
        "intro.md",
    ),
    "a library's function, other than recorded": (
        LINES,
        "x_won, o_won = (sums == k)",
        "x_won,  o_won = (sums == k)",
        "lines.md",
    ),
}

FAULTS = LIBRARY | FIGURES | BOOK
