"""What Zhang et al. 2001 print in numbers: fairness as values, tables 4 and 5 as changes from one point to another."""

import csv
from collections.abc import Iterator
from pathlib import Path

from engine.contract.claim import Check, Claim
from engine.contract.family import Published

FOLDER = Path(__file__).parent / "published"
"""A file per table, with the head and the numbers as printed."""

NEAR = 0.1
"""How far a printed ratio of table 5 may be from the measured one; the paper prints no spread."""

NEAR_MPL = 0.2
"""The same of table 4, where the load is not printed either."""

LEVEL, SWITCH, INTERRUPT = "cluster.multiprogramming_level", "cluster.context_switch", "cluster.interrupt"
QUANTUM, GANG_SWITCH = "cluster.gang_quantum", "cluster.gang_context_switch"


def _rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _fairness() -> Iterator[Published]:
    """Figure 10, figure 14 and table 6: coefficients of variation of the slowdown of job types."""
    first = True
    for row in _rows("zhang_2001_fig_10_table_6_fairness.csv"):
        name = row["scheme"]
        of_heuristics = name.startswith("PB-") and name.removeprefix("PB-")[0] in "ABCDE"
        first = first and not of_heuristics
        source = "figure 10" if first else "table 6" if name.endswith("'") else "figure 14"
        yield Published(
            example="zhang-heuristics-fairness" if of_heuristics else "zhang-fairness",
            point={},
            policy="PB" if name == "PB-A" else name,
            metric="type_variation",
            value=float(row["cov_of_slowdown"]),
            source=f"Zhang et al. 2001, {source}",
        )


def _table_4() -> Iterator[Check]:
    """The change of the response time from a multiprogramming level of 2, plus 1."""
    for row in _rows("zhang_2001_table_4_mpl_change.csv"):
        for column, printed in row.items():
            if column == "scheme" or not printed or row["scheme"] not in ("PB", "PB-SB", "PB-SY", "SB", "DCS-SB", "GS"):
                continue  # the others are not in the example: at level 16 they take hours
            mix, level = column.split("_mpl")
            yield _change(
                f"zhang-mpl-{mix.lower()}",
                row["scheme"],
                {LEVEL: float(level)},
                {LEVEL: 2.0},
                1 + float(printed),
                NEAR_MPL,
            )


def _table_5() -> Iterator[Check]:
    """Response times with halved costs over those with the default ones; one number is printed for both of PB."""
    for row in _rows("zhang_2001_table_5_overheads.csv"):
        name, both, switch = row["scheme"], row["halved_switch_and_interrupt"], row["halved_switch_only"]
        if name == "GS":
            default = {QUANTUM: 200.0, GANG_SWITCH: 2000.0}
            halved, other = {QUANTUM: 100.0, GANG_SWITCH: 1000.0}, {QUANTUM: 100.0, GANG_SWITCH: 2000.0}
            example = "zhang-overheads-gang"
        elif name == "DCS":
            continue  # spins nearly all the time on this workload, and is not in the example
        else:
            default = {SWITCH: 200.0, INTERRUPT: 50.0}
            halved, other = {SWITCH: 100.0, INTERRUPT: 25.0}, {SWITCH: 100.0, INTERRUPT: 50.0}
            example = "zhang-overheads"
        yield _change(example, name, halved, default, float(both), NEAR)
        yield _change(example, name, other, default, float(switch), NEAR)


def _change(
    example: str, policy: str, at: dict[str, float], over_at: dict[str, float], printed: float, near: float
) -> Check:
    return Check(
        f"{policy}: printed is {printed:g}",
        example,
        "response_time",
        policy,
        printed - near,
        printed + near,
        over=policy,
        at=at,
        over_at=over_at,
    )


PUBLISHED = tuple(_fairness())

TABLES = (
    Claim(
        "table 4",
        "Response times at multiprogramming levels 5 and 16 over those at level 2, within 0.2 of what is printed. The "
        "schemes that spin for hours at high levels are left out.",
        "Zhang et al. 2001, section 4.3",
        tuple(_table_4()),
    ),
    Claim(
        "table 5",
        "Response times with halved costs over those with the default ones, within 0.1 of what is printed. DCS is left "
        "out, since it spins nearly all the time.",
        "Zhang et al. 2001, section 4.5",
        tuple(_table_5()),
    ),
)
