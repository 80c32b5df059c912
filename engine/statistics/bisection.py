"""Where do the values of a list turn from one side to the other? By bisection, where an answer may be late or open."""

from collections.abc import Callable
from typing import NamedTuple

from engine.statistics.deciding import Standing

Ask = Callable[[int], Standing]
"""(number of a value) -> what is known of it; asking means that it is wanted."""


class Turn(NamedTuple):
    """What a bisection has found.

    Attributes
    ----------
    meets, misses : numbers of the values next to the turn that meet and that miss; None where no value does
    ascending : whether larger values meet; None where both ends are alike
    """

    meets: int | None
    misses: int | None
    ascending: bool | None = None


class Waiting(Exception):  # noqa: N818  (it is no error: the next step needs an answer that is not there yet)
    """The next step needs an answer that is not there yet."""


def most_tested(values: int) -> int:
    """How many of so many *values* a bisection tests at most: both ends, and the turn from either side."""
    return min(values, 2 + 2 * (max(values - 1, 1) - 1).bit_length())


def bisect(values: int, ask: Ask) -> Turn:
    """Find the last value that misses and, next to it if all can be told, the first one that meets.

    Values that cannot be told lie between both; then the turn is found from either side. `Waiting` if an answer is
    needed that is open.
    """
    ends = [ask(0), ask(values - 1)]
    if Standing.OPEN in ends:
        raise Waiting
    if ends[0] is ends[1]:
        return Turn(0 if ends[0] is Standing.MEETS else None, 0 if ends[0] is Standing.MISSES else None)
    ascending = ends[1] is Standing.MEETS or ends[0] is Standing.MISSES
    before, after = ends if ascending else reversed(ends)

    told = {0: before, values - 1: after}  # numbered from the side that misses

    def place(n: int) -> int:
        return n if ascending else values - 1 - n

    def last(is_before: Callable[[Standing], bool], begin: int) -> int:
        """The last number from *begin* on that is before the turn, as *begin* is and the end is not."""
        end = min(n for n, found in told.items() if n > begin and not is_before(found))
        while end - begin > 1:
            middle = (begin + end) // 2
            if (found := ask(place(middle))) is Standing.OPEN:
                raise Waiting
            told[middle] = found
            begin, end = (middle, end) if is_before(found) else (begin, middle)
        return begin

    missed = last(lambda found: found is Standing.MISSES, 0) if before is Standing.MISSES else None
    met = last(lambda found: found is not Standing.MEETS, missed or 0) + 1 if after is Standing.MEETS else None
    return Turn(None if met is None else place(met), None if missed is None else place(missed), ascending)
