"""Bisection over values some of which cannot be told: it finds what looking at all of them finds."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.statistics.bisection import Turn, Waiting, bisect, most_tested
from engine.statistics.deciding import Standing

MEETS, MISSES, UNTOLD, OPEN = Standing.MEETS, Standing.MISSES, Standing.UNTOLD, Standing.OPEN


@st.composite
def turns(draw: Any) -> tuple[list[Standing], bool]:
    """Values that miss, then some that cannot be told, then some that meet; or the other way round."""
    parts = [draw(st.integers(0, 80)) for _ in range(3)]
    standings = [MISSES] * parts[0] + [UNTOLD] * parts[1] + [MEETS] * parts[2]
    standings += [MEETS] * max(0, 2 - len(standings))
    ascending = draw(st.booleans())
    return (standings if ascending else standings[::-1]), ascending


@given(turns())
def test_the_turn_is_what_looking_at_all_values_finds(case: tuple[list[Standing], bool]) -> None:
    standings, ascending = case
    asked: set[int] = set()

    def ask(n: int) -> Standing:
        asked.add(n)
        return standings[n]

    found = bisect(len(standings), ask)
    assert len(asked) <= most_tested(len(standings))
    if standings[0] is standings[-1]:
        assert found.ascending is None
        assert (found.meets is None, found.misses is None) == (standings[0] is not MEETS, standings[0] is not MISSES)
        return
    meeting = [n for n, one in enumerate(standings) if one is MEETS]
    missing = [n for n, one in enumerate(standings) if one is MISSES]
    nearest = (min, max) if ascending else (max, min)
    expected = Turn(
        nearest[0](meeting) if meeting else None, nearest[1](missing) if missing else None, ascending
    )  # fmt: skip
    assert found == expected


@given(turns())
def test_answers_that_come_late_lead_to_the_same_turn(case: tuple[list[Standing], bool]) -> None:
    standings, _ = case
    known: set[int] = set()
    wanted: list[int] = []

    def ask(n: int) -> Standing:
        if n not in known:
            wanted.append(n)
            return OPEN
        return standings[n]

    for _ in range(2 * most_tested(len(standings))):
        wanted.clear()
        try:
            found = bisect(len(standings), ask)
        except Waiting:
            assert wanted
            known |= set(wanted)
            continue
        assert not wanted
        assert found == bisect(len(standings), standings.__getitem__)
        return
    raise AssertionError("the bisection does not end")
