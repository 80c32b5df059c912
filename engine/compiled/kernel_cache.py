"""Where compiled kernels are kept: each under a name of what it is made of, compiled once on a machine.

numba knows a function by the file that it stands in, and not by the functions that it calls, which stand elsewhere. So
its file here is named by all of them, `made_of`: a changed kernel gets another file, and all others stay as they are.

Whoever needs a kernel that is not there takes the lock of its file and compiles it; others wait for that, and then load
it. The lock is the system's: it is free when its holder has died.
"""

import enum
import inspect
import os
import sys
import types
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import time
from typing import IO, Any

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

from engine.compiled import linking, references
from engine.compiled.compilation import Compiled, by_type_alone
from engine.compiled.compiling import UncompiledError, is_from_cache_only
from engine.compiled.kernel_folder import kernel_folder

KEPT = 7 * 24 * 3600.0
"""Seconds for which a file of an older engine is kept after its last use: a developer may switch between versions."""


def made_of(function: Callable[..., Any]) -> str:
    """A name of everything that *function* is compiled from: its code, that of what it calls, and all constants.

    TypeError if it refers to something of a kind that nobody has told how to name.
    """
    digest, seen = sha256(numba.__version__.encode()), set[Any]()

    def add(*said: Any) -> None:
        digest.update(repr(said).encode())

    def of_code(code: types.CodeType, document: str | None) -> None:
        add(code.co_code.hex(), code.co_names, code.co_varnames, code.co_freevars, code.co_argcount)
        for one in code.co_consts:
            if isinstance(one, types.CodeType):
                of_code(one, None)
            elif one != document or one is None:
                of_value(one, ())

    def of_function(one: Any) -> None:
        if one in seen:
            return
        seen.add(one)
        of_code(one.__code__, one.__doc__)
        names = _names(one.__code__)
        for name in names:
            if name in one.__globals__:
                add(name)
                of_value(one.__globals__[name], names)
        for value in (*(one.__defaults__ or ()), *(cell.cell_contents for cell in one.__closure__ or ())):
            of_value(value, names)

    def of_value(value: Any, names: tuple[str, ...]) -> None:
        if isinstance(value, Compiled):
            add(value.py_func.__module__, value.py_func.__qualname__, value.kind)
            of_function(value.py_func)
        elif isinstance(value, types.ModuleType):
            add(value.__name__)
            for name in names:
                one = getattr(value, name, None)
                if isinstance(one, Compiled | int | float | np.generic | np.dtype | np.ndarray | tuple | type):
                    add(name)
                    of_value(one, names)
        elif isinstance(value, enum.EnumType):
            add(value.__qualname__, sorted(value.__members__.items()))
        elif isinstance(value, type):
            add(value.__module__, value.__qualname__, getattr(value, "_fields", ()))
            for one in getattr(value, "_field_defaults", {}).items():
                of_value(one, ())
        elif isinstance(value, np.ndarray):
            add(value.dtype, value.shape, value.tobytes())
        elif isinstance(value, tuple | list | frozenset):
            for one in sorted(value, key=repr) if isinstance(value, frozenset) else value:
                of_value(one, names)
            add(len(value))
        elif isinstance(value, types.FunctionType | types.BuiltinFunctionType | np.ufunc):
            add(getattr(value, "__module__", ""), value.__name__)
        elif (
            value is None
            or value is Ellipsis
            or isinstance(value, int | float | complex | str | bytes | np.generic | np.dtype)
        ):
            add(value)
        else:
            raise TypeError(f"{function.__qualname__} refers to {value!r}, which is nothing to make a kernel of")

    if os.environ.get("NUMBA_BOUNDSCHECK") == "1":
        add("with checks")
    for way in (by_type_alone, Compiled.compiled_by):
        of_function(way)
    for module in (linking, references):
        of_code(compile(inspect.getsource(module), module.__name__, "exec"), module.__doc__)
    of_function(function)
    return digest.hexdigest()[:16]


def _names(code: types.CodeType) -> tuple[str, ...]:
    """What *code* refers to, and the functions inside of it do."""
    inner = [_names(one) for one in code.co_consts if isinstance(one, types.CodeType)]
    return tuple(dict.fromkeys((*code.co_names, *(name for names in inner for name in names))))


class _Place(UserProvidedCacheLocator):
    """One folder for all kernels, in which the name of a file says all."""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "_Place":
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        return str(kernel_folder())

    def get_source_stamp(self) -> str:
        return ""


class _Files(CompileResultCacheImpl):
    def __init__(self, function: Any) -> None:
        self._function, self._locator_classes = function, [_Place]
        super().__init__(function)

    def get_filename_base(self, _fullname: str, abiflags: str) -> str:
        one = self._function
        python = f"py{sys.version_info[0]}{sys.version_info[1]}{abiflags}"
        return f"{one.__module__}.{one.__qualname__}-{made_of(one)}.{python}".replace("<", "").replace(">", "")


class KernelCache(FunctionCache):
    """The files of one function; for one process, whose threads numba lets in one at a time."""

    _impl_class = _Files

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._path, self._base = Path(self.cache_path), self._impl.filename_base
        self._locks: dict[Any, IO[bytes]] = {}

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is kept for a signature; None if this process is to compile it, for which it has the lock then."""
        found = self._load(sig, target_context)
        if found is None and sig not in self._locks:
            if is_from_cache_only():
                raise UncompiledError(self._base)
            self._locks[sig] = self._lock(sha256(repr(sig).encode()).hexdigest()[:16])
            found = self._load(sig, target_context)
            if found is not None:
                self._locks.pop(sig).close()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, and let others have it."""
        try:
            with suppress(OSError), self._lock("index"):  # which all signatures share
                super().save_overload(sig, data)
                self._remove_old()
        finally:
            if (lock := self._locks.pop(sig, None)) is not None:
                lock.close()

    def _load(self, sig: Any, target_context: Any) -> Any:
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # a file that is cut off, or whose types have gone from the engine
            with suppress(OSError), self._lock("index"):
                self.flush()
            return None
        if found is not None:
            with suppress(OSError):
                os.utime(self._path / f"{self._base}.nbi")
        return found

    def _lock(self, what: str) -> IO[bytes]:
        try:
            file = (self._path / f"{self._base}.{what}.lock").open("ab")
        except OSError:  # nobody can write there, so there is nothing to wait for
            return open(os.devnull, "ab")
        with suppress(ImportError):  # Windows: two compile the same, and the second one writes the same once more
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        return file

    def _remove_old(self) -> None:
        """Remove files of this function that other engines have compiled and no process has used for `KEPT`."""
        function, _, _ = self._base.partition("-")
        for index in self._path.glob(f"{function}-*.nbi"):
            with suppress(OSError):
                if index.stat().st_mtime < time() - KEPT:
                    for file in self._path.glob(f"{index.name.removesuffix('nbi')}*"):
                        file.unlink()
