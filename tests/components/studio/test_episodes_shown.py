"""Episodes beside the other pictures of "Why?": marks that open the race, a sentence, and why there are none."""

from typing import Any

import pytest

from components.controls.why_tables import episodes_table
from components.figures.why.episodes import draw_episodes
from components.pages.studio.page_state import read_state
from components.pages.studio.why.on_why import opens
from components.pages.studio.why.told import Pair, episodes_text
from components.visits.answers import empty_result
from components.words.units import PAPER, told_in
from engine.study.registry import EXAMPLES
from tests.components.words.test_why import amount
from tests.components.words.test_why import tree as why_tree

SYSTEM = EXAMPLES["side-by-side"]
ROWS = [
    {"begin": 100.0, "end": 400.0, "job": 7, "jobs": 3, "brought": -5.0, "is_over": True},
    {"begin": 900.0, "end": 903.0, "job": 11, "jobs": 1, "brought": 2.0, "is_over": False},
]


def told(rows: list[dict[str, Any]] | None, **more: Any) -> dict[str, Any]:
    found = None if rows is None else {"number": len(rows), "most_of_it": 1, "largest": rows}
    return why_tree(amount(-3.0), {"waiting": amount(-3.0)}, episodes=found) | more


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_there_is_a_mark_for_each_and_it_says_which_race_to_open(scheme: str) -> None:
    way = opens(empty_result(SYSTEM), Pair("FCFS", "SED", 2))
    assert way == {"racers": "FCFS,SED", "point": "2"}
    with told_in(PAPER):
        figure = draw_episodes(told(ROWS), scheme, way)
    over, open_ended = figure.data
    assert (list(over.x), list(over.y), list(over.customdata[0])) == ([300.0], [-5.0], [7, 100.0, 400.0])
    assert (list(open_ended.x), open_ended.marker.symbol) == ([3.0], "diamond-open")
    assert "job 8" in over.hovertext[0]
    assert "3 jobs" in over.hovertext[0]
    assert figure.layout.meta == {"opens": way}
    assert figure.layout.xaxis.type == "linear"  # of 100 times as long, no more
    assert len(episodes_table(told(ROWS)).body) == 2


def test_where_there_are_none_it_is_said_why() -> None:
    assert "opens the race" in episodes_text(SYSTEM, told(ROWS))
    assert episodes_text(SYSTEM, told([])) == ""
    assert "more than who waits" in episodes_text(SYSTEM, told(None))
    assert episodes_text(EXAMPLES["heymann-figure-4"], told(None, kind="iteration")) == ""
    assert len(draw_episodes(told(None), "light").data) == 0


def test_an_address_with_an_episode_opens_its_window() -> None:
    asked = {"tab": "race", "racers": "FCFS,SED", "job": "40", "step": "5", "episode": "60_100.5_400"}
    found = read_state(empty_result(SYSTEM), asked)
    assert (found.tab, found.first_job, found.step) == ("race", 40, 4)
