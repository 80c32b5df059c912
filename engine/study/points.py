"""The points of a study: all of them, or of a search over millions those that somebody asks for."""

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

Value = TypeVar("Value")


class AsAskedFor(Sequence[Value]):
    """So many values, each made when it is asked for first."""

    def __init__(self, make: Callable[[int], Value], count: int) -> None:
        self._make, self._count = make, count
        self._known: dict[int, Value] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, number: int) -> Value: ...
    @overload
    def __getitem__(self, number: slice) -> list[Value]: ...
    def __getitem__(self, number: int | slice) -> Value | list[Value]:
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(self._count))]
        if not 0 <= number < self._count:
            raise IndexError(number)
        if number not in self._known:
            self._known[number] = self._make(number)
        return self._known[number]
