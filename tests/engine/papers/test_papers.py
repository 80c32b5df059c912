"""The five papers: every statement has a verdict, and what it comes from."""

from pathlib import Path

import numpy as np
import pytest

from engine.contract.family import Published
from engine.papers.catalogue import PAPERS, examples_of, statements
from engine.papers.finding import Finding, Outcome, Tally, outcome_of
from engine.papers.readme_tables import BLOCK, READMES, block, with_tables
from engine.papers.reproduction import Reproduction, spread, together
from engine.reports.report import papers_report
from engine.statistics.means import estimate
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES, FAMILIES


def stored(name: str):
    return result_ahead(EXAMPLES[name])


@pytest.mark.parametrize("name", PAPERS)
def test_every_statement_has_a_verdict_that_follows_from_its_numbers(name: str) -> None:
    found = statements(PAPERS[name], stored)
    assert len(found) >= 4
    for one in found:
        assert one.verdict is not Finding.UNKNOWN, one.name
        assert one.tally.asked + one.transient.asked == len(one.checks) + len(one.values)
        settled = [value.outcome for value in one.values if not value.published.transient]
        assert one.tally == Tally.of([check.outcome for check in one.checks] + settled)
        assert (one.verdict is Finding.REPRODUCED) is (one.tally.holding == one.tally.asked)
        if one.verdict is Finding.NOT:
            assert one.tally.holding == one.tally.open == 0
        assert set(one.examples) <= set(examples_of(PAPERS[name]))


def test_no_published_value_and_no_claim_is_left_out() -> None:
    for family in FAMILIES.values():
        papers = [paper for paper in PAPERS.values() if paper.family == family.name]
        for source in [value.source for value in family.published] + [claim.source for claim in family.claims]:
            assert sum(source.startswith(paper.source) for paper in papers) == 1, source


def test_what_was_not_computed_is_said_so() -> None:
    for paper in PAPERS.values():
        assert {one.verdict for one in statements(paper, lambda _name: None)} == {Finding.UNKNOWN}


def test_what_is_known_to_differ_is_told() -> None:
    """The findings that the families' READMEs explain."""
    found = {(name, one.name): one.verdict for name, paper in PAPERS.items() for one in statements(paper, stored)}
    assert found["peterson-1996", "figure 5"] is Finding.NOT
    assert found["heymann-2000", "H5"] is Finding.PARTLY
    assert found["heymann-2000", "H3"] is Finding.PARTLY  # for 2 to 6 workers it holds
    assert found["zhang-2001", "Z5"] is not Finding.REPRODUCED
    assert found["schnor-1996", "figure 5"] is Finding.REPRODUCED
    assert found["schnor-1996", "S13"] is Finding.PARTLY


def test_the_report_has_a_line_for_each() -> None:
    rows = [(paper, statements(paper, stored)) for paper in PAPERS.values()]
    lines = papers_report(rows, "table").splitlines()[2:]
    assert len(lines) == sum(len(found) for _, found in rows)
    assert all("reproduced" in line or "undecided" in line for line in lines)


def test_rows_that_do_not_settle_are_apart() -> None:
    (table,) = (one for one in statements(PAPERS["kumar-2001"], stored) if one.name == "table 4.2")
    assert table.transient.asked == sum(value.published.transient for value in table.values) > 0
    assert table.tally.asked == sum(not value.published.transient for value in table.values) > 0


# near ----------------------------------------------------------------------------------------------------------------


def beside(samples: list[float], within: float | None = None, transient: bool = False) -> Outcome:
    """What comes of a printed 100 beside these replications."""
    published = Published("", {}, "", "response_time", 100.0, "", transient=transient, within=within)
    values = np.array(samples)
    alone = Reproduction(published, 0, values, estimate(values), estimate(values), spread(values), settles=True)
    return together([alone])[0].outcome


def test_noise_never_makes_a_value_near() -> None:
    """One more replication may lie anywhere if they are noisy enough: 60 % off was near (P3)."""
    noisy = [60.0, 260.0, 90.0, 230.0]
    assert spread(np.array(noisy)).low < 100 < spread(np.array(noisy)).high
    assert beside(noisy) is Outcome.OPEN
    assert beside([159.0, 161.0, 160.0]) is Outcome.FAILS
    assert beside([102.9, 103.1, 103.0]) is Outcome.HOLDS
    assert beside([100.0]) is Outcome.OPEN


def test_a_value_may_say_itself_how_near_is_near() -> None:
    assert beside([107.9, 108.1, 108.0], within=10.0) is Outcome.HOLDS
    assert beside([110.0, 110.0, 110.0], within=10.0) is Outcome.HOLDS
    assert beside([107.9, 108.1, 108.0]) is Outcome.FAILS


def test_the_values_of_a_table_are_held_together() -> None:
    """One of seven of figure 10 was near, or not near, by 95 % of its own (F4): those that are not there count, too."""
    samples = np.array([0.0908, 0.1088, 0.0931, 0.1065, 0.0988])  # 0.0908 to 0.1084 alone
    figure = [one for one in FAMILIES["coscheduling"].published if one.source.endswith("figure 10")]
    found = [
        Reproduction(
            one._replace(value=0.0954, within=0.015),
            0,
            samples,
            estimate(samples),
            estimate(samples),
            spread(samples),
            True,
        )
        for one in figure
    ]
    alone = found[0]
    assert outcome_of(alone.measured.low, alone.measured.high, *alone.near) is Outcome.HOLDS
    assert {one.outcome for one in together(found)} == {one.outcome for one in together(found[:1])} == {Outcome.OPEN}


def test_what_does_not_settle_compares_with_the_spread() -> None:
    assert beside([60.0, 260.0, 90.0, 230.0], transient=True) is Outcome.HOLDS
    assert beside([159.0, 161.0, 160.0], transient=True) is Outcome.FAILS
    assert beside([100.0], transient=True) is Outcome.OPEN


# in the READMEs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", READMES, ids=lambda path: path.parent.name)
def test_a_readme_says_what_is_stored(path: Path) -> None:
    """They had numbers of other seeds and other replications (P9); `dev papers --write-readme` mends it."""
    text = path.read_text(encoding="utf-8")
    assert text == with_tables(text)


def test_every_paper_has_its_table_in_a_readme_and_its_line_in_the_first() -> None:
    blocks = [found for path in READMES for found in BLOCK.finditer(path.read_text(encoding="utf-8"))]
    assert sorted(found[3] for found in blocks if found[2] == "papers") == sorted([*PAPERS, ", ".join(PAPERS)])
    assert sorted(found[3] for found in blocks if found[2] == "policies") == sorted(FAMILIES)
    assert [found[3] for found in blocks if found[2] == "waits"] == ["first start"]


def test_a_table_tells_the_verdict_the_counts_and_what_does_not_hold() -> None:
    (line,) = (line for line in block("papers", ["peterson-1996"]).splitlines() if line.startswith("| figure 5 "))
    assert line == "| figure 5 (section 3) | not reproduced | 0 / 1 / 0 | as fast as the best set (1.66) |"


def test_a_changed_number_in_a_readme_is_overwritten() -> None:
    path = next(path for path in READMES if path.parent.name == "synchronous_iterative")
    text = path.read_text(encoding="utf-8")
    assert with_tables(text.replace("| not reproduced | 0 / 1 / 0 |", "| reproduced | 1 / 0 / 0 |")) == text
