"""Tables in the READMEs that are written and never copied: what is reproduced, how fast, and which policies there are.

A block stands between two comments, the first of which names papers, a family, or beginnings of cases of the bench; one
block is sentences, of what was waited for at a first start:

    <!-- papers: zhang-2001 -->
    <!-- end of papers -->
    <!-- policies: coscheduling -->
    <!-- end of policies -->
    <!-- speed: sed, fcfs -->
    <!-- end of speed -->
    <!-- waits: first start -->
    <!-- end of waits -->
"""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from textwrap import fill
from typing import Any

import orjson

from engine.papers.catalogue import PAPERS, Paper, Statement, statements
from engine.papers.claims import Checked
from engine.papers.finding import Outcome, Tally
from engine.papers.reproduction import Reproduction, mean_deviations
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES, FAMILIES

ROOT = Path(__file__).parents[2]

SPEED = ROOT / "docs" / "speed.json"
"""What `dev bench --store` measured last, and `dev first --store` as one figure of it, `FIRST_START`."""

FIRST_START = "first_start"

READMES = (ROOT / "README.md", *sorted(Path(__file__).parents[1].glob("*/README.md")))
"""Where there may be blocks."""

BLOCK = re.compile(r"(<!-- (papers|policies|speed|waits): ([\w ,-]+) -->\n).*?(<!-- end of \2 -->)", re.DOTALL)

WIDTH = 120
"""Of lines of text, in characters."""

MOST_WORDS, MOST_VALUES = 6, 12
"""So many checks that do not hold are told of a statement, and tables of so few values are told in full."""


def with_tables(text: str) -> str:
    """*text* of a README with its blocks as the stored results and the registries have them."""
    return BLOCK.sub(lambda found: f"{found[1]}\n{block(found[2], found[3].split(', '))}\n{found[4]}", text)


def write_tables() -> Iterator[Path]:
    """Bring every README up to date; the files that changed."""
    for path in READMES:
        text = path.read_text(encoding="utf-8")
        if (new := with_tables(text)) != text:
            path.write_text(new, encoding="utf-8")
            yield path


def store(figures: dict[str, Any]) -> Iterator[Path]:
    """Keep *figures* in place of those of the same names, and bring every README up to date; the files that changed.

    One case of speed alone takes its place among the cases that are kept.
    """
    before = orjson.loads(SPEED.read_bytes())
    kept = before | figures
    if len(measured := figures.get("cases", ())) == 1:
        (new,) = measured
        others = [one for one in before["cases"] if one["case"] != new["case"]]
        place = next((at for at, one in enumerate(before["cases"]) if one["case"] == new["case"]), len(others))
        kept |= {"cases": [*others[:place], new, *others[place:]], "yardstick_ns": before["yardstick_ns"]}
    SPEED.write_bytes(orjson.dumps(kept, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return write_tables()


def block(kind: str, names: list[str]) -> str:
    """What stands in a block of this kind: "papers", "policies", "speed" or "waits"."""
    if kind == "policies":
        return "\n".join(map(_policies, names))
    if kind == "waits":
        return f"{first_start(orjson.loads(SPEED.read_bytes())[FIRST_START])}\n"
    return _speed(names) if kind == "speed" else _papers(names)


def _speed(beginnings: list[str]) -> str:
    """The stored figures of the cases whose names begin so."""
    cases = [one for one in orjson.loads(SPEED.read_bytes())["cases"] if one["case"].startswith(tuple(beginnings))]
    rows = [
        [
            f"`{one['case']}`",
            f"{one['value']:,.3g} {one['unit']}",
            "" if one["in_yardsticks"] is None else f"{one['in_yardsticks']:,.2g}",
            "" if one["ratio_to_reference"] is None else f"{one['ratio_to_reference']:,.0f}",
            {True: "yes", False: "NO", None: ""}[one["identical_to_reference"]],
        ]
        for one in cases
    ]
    return _table(["case", "measured", "in yardsticks", "times faster than SimPy", "identical to it"], rows)


def first_start(found: dict[str, Any]) -> str:
    """Sentences of what was waited for at a first start; `components.server.first_start` has the order of the waits."""
    served, changed, *families, compiled = (one["seconds"] for one in found["waits"])
    others = found["others"]
    beside = "" if others is None else f", while other programs took {100 * others:.0f} % of the processors"
    day = f"{date.fromisoformat(found['date']):%-d %B %Y}"
    words = (
        f"On {found['cores']} cores the page was there {served:.0f} s after the command, and the first answer to a "
        f"change of the first example after {changed:.0f} s. One example of each family answered {min(families):.0f} "
        f"to {max(families):.0f} s after it was asked for, one after another. All models were compiled after "
        f"{compiled:,.0f} s (`dev first`, {day}{beside})."
    )
    return fill(words, WIDTH, break_on_hyphens=False)


def _policies(family: str) -> str:
    """The policies of a *family*, and what their options can be."""
    rows, names = [], dict[tuple[str, ...], list[str]]()
    for one in FAMILIES[family].policies.values():
        if one.variant:
            names.setdefault((*one.variant[1:], one.source), []).append(f"`{one.name}`")
        else:
            rows.append([f"`{one.name}`", one.title, one.description, one.source])
    tables = [_table(["name", "policy", "what it does", "source"], rows)]
    if names:
        options = [[*words, ", ".join(own), source] for (*words, source), own in names.items()]
        tables.append(_table(["option", "choice", "what it means", "policies", "source"], options))
    return "\n".join(tables)


def _papers(names: list[str]) -> str:
    """The tables of one paper, or one line for each of several."""
    found = {name: statements(PAPERS[name], lambda example: result_ahead(EXAMPLES[example])) for name in names}
    if len(names) > 1:
        return _overview(found)
    ((name, own),) = found.items()
    parts = [_verdicts(own), *(_values(one) for one in own if 0 < len(one.values) <= MOST_VALUES)]
    return "\n".join([*parts, *_deviations(PAPERS[name], own)])


def _overview(found: dict[str, list[Statement]]) -> str:
    """How many statements of each paper have which verdict, and how many are decided."""
    rows = []
    for name, own in found.items():
        verdicts = [one.verdict.value for one in own]
        counts = ", ".join(f"{verdicts.count(words)} {words}" for words in dict.fromkeys(sorted(verdicts)))
        checks = Tally.of(())
        for one in own:
            checks = Tally(*(a + b for a, b in zip(checks, one.tally, strict=True)))
        rows.append([PAPERS[name].source, f"{len(own)}: {counts}", f"{checks.decided} of {checks.asked}"])
    return _table(["paper", "statements and tables", "checks and values decided"], rows)


def _verdicts(own: list[Statement]) -> str:
    rows = [
        [
            f"{one.name} ({one.source.rpartition(', ')[2]})" if one.checks else one.name,
            one.verdict.value,
            " / ".join(map(str, one.tally)),
            _what_does_not_hold(one),
        ]
        for one in own
    ]
    return _table(["statement", "verdict", "hold / fail / open", "what does not hold, and what is open"], rows)


def _what_does_not_hold(one: Statement) -> str:
    words = [_of_check(check) for check in one.checks if check.outcome is Outcome.FAILS]
    words += [f"open: {_of_check(check)}" for check in one.checks if check.outcome is Outcome.OPEN]
    if one.transient.asked:
        tally = one.transient
        near = f"{tally.holding} of {tally.asked} values of queues that do not settle"
        words.append(f"apart: {near} lie where one more replication would")
    more = len(words) - MOST_WORDS
    return "; ".join([*words[:MOST_WORDS], *([f"and {more} more"] if more > 0 else [])])


def _of_check(one: Checked) -> str:
    return f"{one.check.words} ({one.measured.mean:.3g})"


def _values(one: Statement) -> str:
    """A short table of printed values in full."""
    rows = [
        [value.published.policy, value.published.metric, f"{value.published.value:.4g}", _measured(value)]
        for value in one.values
    ]
    return f"{one.source}:\n\n{_table(['policy', 'metric', 'printed', 'measured'], rows)}"


def _measured(value: Reproduction) -> str:
    measured = value.held
    return f"{measured.mean:.3g} ± {measured.half_width:.2g}: {_NEAR[value.outcome]}"


_NEAR = {Outcome.HOLDS: "near", Outcome.FAILS: "not near", Outcome.OPEN: "open"}


def _deviations(paper: Paper, own: list[Statement]) -> list[str]:
    """How far long tables are off in the mean, study by study, where the queue settles."""
    rows = []
    for statement in (one for one in own if len(one.values) > MOST_VALUES):
        for example in statement.examples:
            values = [value for value in statement.values if value.published.example == example]
            rows += [
                [f"{statement.name} by `{example}`", one.policy, one.metric, f"{one.percent:.1f} %", str(one.rows)]
                for one in mean_deviations(values)
            ]
    if not rows:
        return []
    head = ["table", "policy", "metric", "mean absolute deviation", "rows that settle"]
    return [f"{paper.source}, in the mean over the rows of a table:\n\n{_table(head, rows)}"]


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
