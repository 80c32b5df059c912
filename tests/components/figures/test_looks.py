"""The looks of the coscheduling policies show their design space."""

from itertools import combinations

import plotly.graph_objects as go
import pytest

from components.looks.theme import LOOKS
from engine.coscheduling.policies import HEURISTICS, SCHEMES, Gang, Scheme

BASES = {name: scheme for name, scheme in SCHEMES.items() if not (scheme.is_told or scheme.heuristic or scheme.fair)}


def hue(color: str) -> str:
    """Which of the three parts of a color is the strongest."""
    parts = {name: int(color[n : n + 2], 16) for name, n in (("red", 1), ("green", 3), ("blue", 5))}
    return max(parts, key=lambda name: parts[name])


def test_marker_and_dash_say_what_a_delivery_does() -> None:
    for one, other in combinations(BASES, 2):
        same = BASES[one].on_delivery == BASES[other].on_delivery
        assert (LOOKS[one].symbol == LOOKS[other].symbol) == same
        assert (LOOKS[one].dash == LOOKS[other].dash) == same


def test_hue_says_how_a_process_waits() -> None:
    hues = ("red", "blue", "green")
    for name, scheme in SCHEMES.items():
        if not scheme.is_told:
            assert hue(LOOKS[name].color) == hue(LOOKS[name].dark) == hues[scheme.waiting], name


def test_a_heuristic_has_the_look_of_its_base_with_a_letter() -> None:
    for name, scheme in SCHEMES.items():
        if not (scheme.heuristic or scheme.fair):
            continue
        base = next(one for one, other in BASES.items() if other == Scheme(scheme.waiting, scheme.on_delivery))
        look = LOOKS[base]
        letter = HEURISTICS[scheme.heuristic] + ("′" if scheme.fair else "")
        assert LOOKS[name]._replace(color="", dark="") == look._replace(color="", dark="", glyph=look.glyph + letter)


def test_gang_scheduling_is_a_black_diamond_and_without_replication_a_hollow_one() -> None:
    symbols = {scheme.gang: LOOKS[name].symbol for name, scheme in SCHEMES.items() if scheme.gang}
    assert symbols == {Gang.WITH_REPLICATION: "diamond", Gang.WITHOUT_REPLICATION: "diamond-open"}


@pytest.mark.parametrize("name", LOOKS)
def test_every_marker_exists_filled_and_hollow(name: str) -> None:
    look = LOOKS[name]
    for symbol in (look.symbol, look.hollow):
        go.scatter.Marker(symbol=symbol)  # raises where plotly has no such marker
    assert look.symbol != look.hollow
