"""The five papers: every statement has a verdict, and what it comes from."""

import pytest

from engine.ahead import result_ahead
from engine.papers import PAPERS, Verdict, examples_of, is_near, statements
from engine.registry import EXAMPLES, FAMILIES
from engine.report import papers_report


def stored(name: str):
    return result_ahead(EXAMPLES[name])


@pytest.mark.parametrize("name", PAPERS)
def test_every_statement_has_a_verdict_that_follows_from_its_numbers(name: str) -> None:
    found = statements(PAPERS[name], stored)
    assert len(found) >= 4
    for one in found:
        assert one.verdict is not Verdict.UNKNOWN, one.name
        assert one.asked == len(one.checks) + len(one.values)
        holding = sum(check.outcome.value == "holds" for check in one.checks) + sum(map(is_near, one.values))
        assert one.borne_out == holding
        assert (one.verdict is Verdict.REPRODUCED) is (holding == one.asked)
        assert (one.verdict is Verdict.NOT) is (holding == 0)
        assert set(one.examples) <= set(examples_of(PAPERS[name]))


def test_no_published_value_and_no_claim_is_left_out() -> None:
    for family in FAMILIES.values():
        papers = [paper for paper in PAPERS.values() if paper.family == family.name]
        for source in [value.source for value in family.published] + [claim.source for claim in family.claims]:
            assert sum(source.startswith(paper.source) for paper in papers) == 1, source


def test_what_was_not_computed_is_said_so() -> None:
    for paper in PAPERS.values():
        assert {one.verdict for one in statements(paper, lambda _name: None)} == {Verdict.UNKNOWN}


def test_what_is_known_to_differ_is_told() -> None:
    """The findings that the families' READMEs explain."""
    found = {(name, one.name): one.verdict for name, paper in PAPERS.items() for one in statements(paper, stored)}
    assert found["peterson-1996", "figure 5"] is Verdict.NOT
    assert found["zhang-2001", "table 5"] is Verdict.NOT
    assert found["schnor-1996", "figure 5"] is Verdict.REPRODUCED
    assert found["kumar-2001", "table 4.5"] is Verdict.REPRODUCED
    assert found["schnor-1996", "S13"] is Verdict.PARTLY


def test_the_report_has_a_line_for_each() -> None:
    rows = [(paper, statements(paper, stored)) for paper in PAPERS.values()]
    lines = papers_report(rows, "table").splitlines()[2:]
    assert len(lines) == sum(len(found) for _, found in rows)
    assert all("reproduced" in line for line in lines)
