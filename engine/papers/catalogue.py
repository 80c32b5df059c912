"""The five papers: what each prints and claims, what comes of it here, and what cannot be held against anything."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.contract.claim import Claim
from engine.contract.family import Family
from engine.papers.claims import Checked, check, tally
from engine.papers.finding import Finding, Tally
from engine.papers.reproduction import Reproduction, reproductions, together
from engine.results.result import Result
from engine.study.registry import FAMILIES

ResultOf = Callable[[str], Result | None]
"""(name of an example) -> its result, if there is one."""


class Paper(NamedTuple):
    """A paper.

    Attributes
    ----------
    name : in addresses, "heymann-2000"
    authors, year, title, where : as a bibliography has them
    source : how the sources of its values and claims begin
    family : name of the family of its models
    beyond : what cannot be reproduced, and why
    """

    name: str
    authors: str
    year: int
    title: str
    where: str
    source: str
    family: str
    beyond: tuple[str, ...]


PAPERS = {
    paper.name: paper
    for paper in (
        Paper(
            "schnor-1996",
            "B. Schnor, S. Petri, R. Oleyniczak, H. Langendörfer",
            1996,
            "Scheduling of Parallel Applications on Heterogeneous Workstation Clusters",
            "9th International Conference on Parallel and Distributed Computing Systems, pp. 330-337",
            "Schnor et al. 1996",
            "parallel-jobs",
            (
                "The figures print no numbers. What can be read off their text is here; mapping states are compared "
                "one by one in the tests: the rules reach one state, (0, 0, 0, 25), that section 4.3.1 does not list.",
            ),
        ),
        Paper(
            "kumar-2001",
            "S. Kumar",
            2001,
            "An Adaptive Job Scheduler for Timeshared Parallel Machines",
            "Master's thesis, University of Illinois at Urbana-Champaign",
            "Kumar 2001",
            "parallel-jobs",
            (
                "Rows with a load of 1 or more are transient: what is measured depends on how long one looks, and a "
                "percentage says nothing. They are compared by where one more replication would lie, and do not count "
                "for the verdict on a table.",
                "The arrival process of the thesis is not told completely; the examples use the reading that fits its "
                "columns best, and say so in their notes.",
            ),
        ),
        Paper(
            "zhang-2001",
            "Y. Zhang, A. Sivasubramaniam, J. Moreira, H. Franke",
            2001,
            "Impact of Workload and System Parameters on Next Generation Cluster Scheduling Mechanisms",
            "The Pennsylvania State University and IBM T. J. Watson Research Center",
            "Zhang et al. 2001",
            "coscheduling",
            (
                "Sizes and execution times of the prototype's jobs are not in the paper: the examples have their own, "
                "scaled to a second. Orders and ratios are compared, not seconds.",
                "Gang scheduling, for which alone the text prints where it saturates (57 %), goes further here, with "
                "and without replication: with sizes from 2 to 32 tasks there is seldom room for a copy.",
            ),
        ),
        Paper(
            "heymann-2000",
            "E. Heymann, M. A. Senar, E. Luque, M. Livny",
            2000,
            "Evaluation of an Adaptive Scheduling Strategy for Master-Worker Applications on Clusters of Workstations",
            "International Conference on High Performance Computing (HiPC)",
            "Heymann et al. 2000",
            "master-worker",
            (
                "The bounds of table 1 are no bounds under any reading: with 30 equal tasks that do not vary, W = 50 % "
                "and 12 workers, LPTF packs perfectly and Random loses a third.",
                "How the sizes of different tasks are spread is not told; uniform from 0.4 to 1.6 of the mean fits "
                "table 2 best. The Condor pool of section 4.5 is gone.",
            ),
        ),
        Paper(
            "peterson-1996",
            "G. D. Peterson, R. D. Chamberlain",
            1996,
            "Parallel Application Performance in a Shared Resource Environment",
            "Distributed Systems Engineering 3, p. 9",
            "Peterson & Chamberlain 1996",
            "synchronous-iterative",
            (
                "The figures print neither loads nor times: those of the examples are ours, and shapes are compared.",
                "The paper holds its formulas against measured runs. Here a simulation under the same assumptions "
                "stands in for the machines, so that agreement says less: what can fail are other laws of the owners' "
                "jobs, other lengths of iterations, and the equations as printed.",
                "Equations 9, 11, 16 to 18, 25 to 29, 31 and 33 to 34 are corrected; the README of the family says "
                "how, and both readings can be chosen.",
            ),
        ),
    )
}


class Statement(NamedTuple):
    """A claim in words, or a table of printed values.

    Attributes
    ----------
    name, text, source : "Z3", what it says, where
    verdict : what comes of it
    tally : of its checks, or of its values where the queue settles
    transient : of its values where it does not, which compare otherwise and do not count for the verdict
    checks : of a claim
    values : of a table, beside what is measured
    examples : names of the examples that answer
    """

    name: str
    text: str
    source: str
    verdict: Finding
    tally: Tally
    transient: Tally
    checks: tuple[Checked, ...]
    values: tuple[Reproduction, ...]
    examples: tuple[str, ...]


def examples_of(paper: Paper) -> list[str]:
    """The examples that answer to any statement of a paper, in the order of the family."""
    family = FAMILIES[paper.family]
    wanted = {value.example for value in family.published if value.source.startswith(paper.source)}
    wanted |= {one.example for claim in _claims(family, paper) for one in claim.checks}
    return [name for name in family.examples if name in wanted]


def statements(paper: Paper, result_of: ResultOf) -> list[Statement]:
    """Every table and claim of a paper with what comes of it: tables first."""
    family = FAMILIES[paper.family]
    found = [_table(source, family, result_of) for source in _sources(family, paper)]
    return [*found, *(_claim(claim, result_of) for claim in _claims(family, paper))]


def _sources(family: Family, paper: Paper) -> list[str]:
    return [
        source for source in dict.fromkeys(one.source for one in family.published) if source.startswith(paper.source)
    ]


def _claims(family: Family, paper: Paper) -> Iterator[Claim]:
    return (claim for claim in family.claims if claim.source.startswith(paper.source))


def _table(source: str, family: Family, result_of: ResultOf) -> Statement:
    examples = tuple(dict.fromkeys(one.example for one in family.published if one.source == source))
    found: list[Reproduction] = []
    for name in examples:
        result = result_of(name)
        own = reproductions(result) if result is not None and result.cells_done else []
        found += [one for one in own if one.published.source == source and one.published.example == name]
    values = together(found)
    settled, transient = (
        Tally.of(one.outcome for one in values if one.published.transient is kind) for kind in (False, True)
    )
    what = source.rpartition(", ")[2]
    text = f"{len(values)} printed values beside measured ones"
    return Statement(what, text, source, settled.finding(), settled, transient, (), tuple(values), examples)


def _claim(claim: Claim, result_of: ResultOf) -> Statement:
    examples = tuple(dict.fromkeys(one.example for one in claim.checks))
    results = {name: result_of(name) for name in examples}
    there = {name: result for name, result in results.items() if result is not None}
    asked = [one for one in claim.checks if one.example in there]
    checked = tuple(check(asked, there, len(claim.checks) - len(asked)))
    counts, nothing = tally(checked), Tally.of(())
    verdict = counts.finding() if len(checked) == len(claim.checks) else Finding.UNKNOWN
    return Statement(claim.name, claim.text, claim.source, verdict, counts, nothing, checked, (), examples)
