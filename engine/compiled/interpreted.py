"""Compiled code as it is written: for an instant in which something is to go otherwise, without compiling anything.

A kernel that could be told to decide otherwise would have to ask at every decision. Interpreted, it is thousands of
times slower, which nobody notices of a single instant; and any of its parts can be replaced.
"""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

import numpy as np

from engine.compiled.compilation import Compiled


def interpreted(function: Compiled, replaced: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    """*function* for Python, and with it all parts that it calls; those whose name is in *replaced* are others.

    What is also called from Python otherwise stays compiled: it computes the same bits.
    """
    made: dict[Any, Callable[..., Any]] = {}

    def make(one: Compiled) -> Callable[..., Any]:
        if one.py_func not in made:
            scope = dict(one.py_func.__globals__)
            copy = FunctionType(one.py_func.__code__, scope, one.py_func.__name__, one.py_func.__defaults__)
            made[one.py_func] = copy
            for name in one.py_func.__code__.co_names:
                called = scope.get(name)
                if name in replaced:
                    scope[name] = replaced[name]
                elif isinstance(called, Compiled) and called.is_part:
                    scope[name] = make(called)
        return made[one.py_func]

    return make(function)


class Row:
    """A structure of a table, whose fields are Python's own numbers: numpy's of 16 bits do not grow as numba's do."""

    __slots__ = ("_record",)

    def __init__(self, record: np.record) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        value = self._record[name]
        return value if isinstance(value, np.unsignedinteger) else value.item()

    def __setattr__(self, name: str, value: Any) -> None:
        self._record[name] = value


class Table:
    """An array of structures that gives rows one by one; what is written there is written into the array."""

    def __init__(self, array: np.ndarray) -> None:
        self._array, self.shape = array, array.shape

    def __getitem__(self, number: Any) -> Row:
        return Row(self._array[int(number)])


def readable(array: np.ndarray) -> Any:
    """An array as interpreted code takes it."""
    return array if array.dtype.names is None else Table(array)
