"""Where tensors are computed: the CPU, by way of a C compiler that tinygrad calls.

tinygrad writes a C program for every new computation and has clang compile it. This module finds
a clang and only then imports tinygrad; the modules that use tensors take `Tensor` and `dtypes`
from here. Who sets the environment variable ``DEV`` chooses another device, such as ``METAL`` or
``CUDA``.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def find_clang() -> str | None:
    """Return the clang to use: what ``CC`` names, on the search path, or beside this Python.

    Returns
    -------
    str or None
        Path of the program; None if there is none. A ``CC`` that is no clang is passed over,
        since other compilers refuse tinygrad's options.
    """
    given = os.environ.get("CC", "")
    names = [given] if "clang" in Path(given).name else []
    # a virtual environment that nobody has activated is not on the search path
    here = str(Path(sys.executable).parent)
    for name in (*names, "clang", "clang-23"):
        if found := shutil.which(name) or shutil.which(name, path=here):
            return found
    return None


if "DEV" not in os.environ:
    clang = find_clang()
    if clang is None:
        raise ImportError(
            "tensors on the CPU need the compiler clang: install it (Debian and Ubuntu: "
            "apt install clang; macOS: xcode-select --install; Windows: winget install LLVM.LLVM), "
            "or set the environment variable DEV=PYTHON to compute without it, slowly"
        )
    os.environ.update(DEV="CPU", CC=clang)

# it reads the variables when imported
from tinygrad import Tensor, dtypes  # noqa: E402

__all__ = ["Tensor", "dtypes", "find_clang"]
