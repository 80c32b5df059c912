"""The pages of the papers tell the verdicts apart in marks and in words."""

import re
from math import isnan
from urllib.parse import parse_qs, urlsplit

import pytest

from components.figures.small.frame import WIDTH
from components.figures.small.statement import HEIGHT, MOST, draw_statement
from components.pages.papers.layout import anchor, of_paper, overview, stored, why_address
from components.pages.papers.tables import legend
from components.pages.papers.words import verdict_words
from components.pages.studio.page_state import read_state
from components.sketches.link import from_link
from components.words.checks import SIGNS
from engine.papers.catalogue import PAPERS, Statement, statements
from engine.papers.finding import Finding, Tally
from engine.study.registry import EXAMPLES


def told(verdict: Finding, tally: Tally) -> str:
    """The sentence on a claim with these outcomes."""
    claim = next(one for one in statements(PAPERS["schnor-1996"], stored) if one.checks)
    return verdict_words(claim._replace(verdict=verdict, tally=tally))


def test_undecided_has_a_mark_and_words_of_its_own() -> None:
    assert len(set(SIGNS.values())) == len(Finding)
    assert SIGNS[Finding.AT_MOST_HARDLY] == SIGNS[Finding.NOT] + SIGNS[Finding.HARDLY]
    assert [f"{SIGNS[Finding.UNDECIDED]} undecided"] == [row[0] for row in legend().body if "undecided" in row[0]]


@pytest.mark.parametrize(
    ("verdict", "tally", "words"),
    [
        (Finding.AT_LEAST_PARTLY, (3, 0, 1), "Partly or fully reproduced: 3 of 4 checks hold; 1 is open."),
        (Finding.PARTLY, (3, 1, 2), "Partly reproduced: 3 of 6 checks hold; 1 fails and 2 are open."),
        (Finding.REPRODUCED, (2, 0, 0), "Reproduced: 2 of 2 checks hold."),
        (Finding.UNKNOWN, (0, 0, 0), "Not computed by this engine yet."),
    ],
)
def test_open_checks_are_told_apart_from_those_that_fail(verdict: Finding, tally: tuple[int, ...], words: str) -> None:
    assert told(verdict, Tally(*tally)) == words


def test_rows_that_do_not_settle_are_told_apart_and_near_is_explained() -> None:
    text = str(of_paper("kumar-2001"))
    assert "do not count for the verdict" in text
    assert "lies within 5 % of it" in text
    assert "What a verdict means" in str(overview())


ALL = [(paper, one) for paper in PAPERS.values() for one in statements(paper, stored)]


@pytest.mark.parametrize("one", [one for _, one in ALL], ids=[f"{paper.name} {one.name}" for paper, one in ALL])
def test_every_statement_has_a_picture_inside_its_frame(one: Statement) -> None:
    html = draw_statement(one, "words")
    boxes = re.findall(r'<rect class="claimed" x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"', html)
    measured = [*(each.measured for each in one.checks), *(each.measured for each in one.values)]
    known = sum(not isnan(each.mean) for each in measured)
    assert len(boxes) == min(known, MOST)
    for x, y, width, height in (map(float, box) for box in boxes):
        assert 0 <= x <= x + width <= WIDTH
        assert 0 <= y <= y + height <= HEIGHT
        assert height > 0
    assert html.count('class="printed"') == (len(boxes) if one.values else 0)
    assert html.count("<circle") == len(boxes) * (2 if one.values else 1)


def test_every_card_of_the_wall_says_its_verdict_in_words_and_leads_to_a_study() -> None:
    text = str(overview())
    assert text.count("className='card'") == len(ALL)
    for paper, one in ALL:
        assert f"'{SIGNS[one.verdict]} {one.verdict.value.capitalize()}'" in text
        assert f"/papers/{paper.name}#{anchor(one)}" in text
        assert f"id='{anchor(one)}'" in str(of_paper(paper.name))
    links = re.findall(r"href='/\?s=([^&']+)&metric=", text)
    assert len(links) == len(ALL)
    assert {from_link(link).title for link in links} <= {one.title for one in EXAMPLES.values()}


def test_statements_about_two_policies_lead_to_why_they_differ() -> None:
    found = [
        (one.check, address)
        for paper in PAPERS.values()
        for statement in statements(paper, stored)
        for one in statement.checks
        if (address := why_address(one.check))
    ]
    assert len({check.example for check, _ in found}) > 5
    for check, address in found[::7]:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        result = stored(check.example)
        assert result is not None
        state = read_state(result, asked)
        assert (state.tab, state.pair) == ("why", (check.policy, check.over))
        assert check.at.items() <= result.points[int(state.point)].items()
