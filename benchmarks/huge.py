"""Count the lines of both players on a board of 312.5 million squares, exactly.

python -m benchmarks.huge

It has 50 squares along each of five axes and, with k = 3, 33 thousand million lines: the largest
that the program of chapter 9 names.
"""

import platform
import resource
import sys
from time import perf_counter

import numpy as np

from tttlib import count_lines
from tttlib.bitstring import count_wins

SHAPE, K = (50,) * 5, 3


def main():
    """Print the lines of a random board, how long it took to count them, and the memory taken."""
    start = perf_counter()
    board = np.random.default_rng(0).integers(-1, 2, SHAPE, np.int8)
    made = perf_counter()
    wins = count_wins(board, K, threads=2)
    done = perf_counter()
    # kilobytes on Linux, bytes on macOS
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    lines = count_lines(SHAPE, K)
    print(f"Python {platform.python_version()}, numpy {np.__version__}, two threads")
    print(f"{SHAPE} board, k = {K}: {lines:,} lines")
    for name, count in zip("XO", wins, strict=True):
        # each of a line's marks is the player's with one chance in three
        print(f"{name} has {count:,}, that is 1 in {lines / count:.3f} (by chance 27)")
    print(f"{made - start:.1f} s to make the board, {done - made:.1f} s to count")
    print(f"{peak / 2**30:.2f} GiB at most, the board's own 0.29 included")


if __name__ == "__main__":
    main()
