"""The pages of the papers tell the verdicts apart in marks and in words."""

import pytest

from components.pages.papers.layout import of_paper, overview, stored
from components.pages.papers.tables import legend
from components.pages.papers.words import SIGNS, verdict_words
from components.pages.studio.answer.claimed import SIGN
from engine.papers.catalogue import PAPERS, Verdict, statements
from engine.papers.finding import Finding, Tally


def told(verdict: Verdict, tally: Tally) -> str:
    """The sentence on a claim with these outcomes."""
    claim = next(one for one in statements(PAPERS["schnor-1996"], stored) if one.checks)
    return verdict_words(claim._replace(verdict=verdict, tally=tally))


def test_undecided_has_a_mark_and_words_of_its_own() -> None:
    assert len(set(SIGNS.values())) == len(Verdict)
    assert {SIGNS[Verdict(finding.value)] for finding in Finding} == set(SIGN.values())
    assert [f"{SIGNS[Verdict.UNDECIDED]} undecided"] == [row[0] for row in legend().body if "undecided" in row[0]]


@pytest.mark.parametrize(
    ("verdict", "tally", "words"),
    [
        (Verdict.UNDECIDED, (3, 0, 1), "Undecided: 3 of 4 checks hold; 1 is open."),
        (Verdict.PARTLY, (3, 1, 2), "Partly reproduced: 3 of 6 checks hold; 1 fails and 2 are open."),
        (Verdict.REPRODUCED, (2, 0, 0), "Reproduced: 2 of 2 checks hold."),
        (Verdict.UNKNOWN, (0, 0, 0), "Not computed by this engine yet."),
    ],
)
def test_open_checks_are_told_apart_from_those_that_fail(verdict: Verdict, tally: tuple[int, ...], words: str) -> None:
    assert told(verdict, Tally(*tally)) == words


def test_rows_that_do_not_settle_are_told_apart_and_near_is_explained() -> None:
    text = str(of_paper("kumar-2001"))
    assert "do not count for the verdict" in text
    assert "lies within 5 % of it" in text
    assert "What a verdict means" in str(overview())
