"""Compare, too, can be read before any script has run."""

import re
from html import escape

import pytest

from components.pages.compare.first_answer import first_answer
from components.pages.compare.parts import folded
from components.pages.compare.sentences import findings, unbroken
from components.pages.compare.view import Several, first_metric, first_slices
from components.sketches.link import to_link
from components.visits.answers import known_result
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES
from workers.client import UNREACHABLE

PAIRS = [
    ("schnor-system-1", "schnor-system-2"),
    ("zhang-wl2", "zhang-wl3"),
    ("heymann-figure-4", "heymann-figure-4a"),
    ("peterson-figure-6", "peterson-figure-7"),
    ("convoy", "backfilling-hurts"),
]


def asked(*names: str) -> dict[str, str]:
    return dict(zip("abcd", (to_link(EXAMPLES[name]) for name in names), strict=False))


@pytest.mark.parametrize("names", PAIRS)
def test_names_sentences_and_curves_come_with_the_first_answer(names: tuple[str, str]) -> None:
    html = first_answer(asked(*names))
    words = re.sub("<[^>]+>", " ", html)
    results = {side: known_result(EXAMPLES[name]) for side, name in zip("AB", names, strict=True)}
    known = {side: result for side, result in results.items() if result is not None}
    shown = Several(known, first_metric(*known.values()), first_slices(*(one.scenario for one in known.values())))
    said = [one for view in shown.pairs for one in findings(view)]
    assert said
    assert all(escape(unbroken(one)) in words for one in said)
    assert all(escape(EXAMPLES[name].title) in words for name in names)


def test_what_a_narrow_page_folds_is_all_that_it_hides() -> None:
    assert folded(["a", "b", "c", "d"], ["note"]) == ["c", "d", "note"]
    assert folded(["a"], []) == []
    html = first_answer(asked("schnor-system-1", "schnor-system-2"))
    plain, _, more = html.partition('<details class="more of-narrow">')
    (notes,) = re.findall('<div class="picture-text compare-notes">(.*?)</div>', plain)
    assert "Paired: " in notes
    assert notes in more.partition("</details>")[0]


def test_of_sides_that_go_differently_far_nothing_is_drawn_beside_the_picture() -> None:
    html = first_answer(asked("schnor-system-1", "schnor-system-2"))
    light = html.partition('class="of-light"')[2].partition('class="of-dark"')[0]
    places = re.findall(r'class="sign" style="left:([-\d.]+)%;top:([-\d.]+)%', light)
    assert places
    assert all(0 <= float(one) <= 100 for place in places for one in place)
    assert "◇" in light  # of B, whose marks are not filled
    assert light.count("<polyline") >= 6  # three policies of each


@pytest.mark.parametrize(
    "wrong",
    [{"present": "1"}, {"a": "nonsense"}, {"b": "<script>"}, {"c": "nonsense"}],
)
def test_where_something_has_to_be_said_first_there_is_no_first_answer(wrong: dict[str, str]) -> None:
    assert first_answer(asked("convoy", "backfilling-hurts") | wrong) == ""


@pytest.mark.parametrize("is_away", [True, False])
def test_what_nobody_has_computed_has_none(monkeypatch: pytest.MonkeyPatch, is_away: bool) -> None:
    def known(_scenario: Scenario) -> None:
        if is_away:
            raise UNREACHABLE[0]("the broker is away")

    monkeypatch.setattr("components.pages.compare.first_answer.known_result", known)
    assert first_answer({}) == ""


def test_a_title_is_text() -> None:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json") | {"title": "<script>alert(1)</script>"}
    link = to_link(type(EXAMPLES["schnor-system-1"]).read(tree))
    html = first_answer({"a": link, "b": link})
    assert html
    assert "<script" not in html
