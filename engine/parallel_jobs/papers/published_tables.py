"""What Kumar 2001 prints for the examples of this family: which column of which table is which metric of whom."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine.contract.family import Published

FOLDER = Path(__file__).parent / "published"
"""A file per table, with the head and the numbers as printed."""

SWEPT = "mean_interarrival_s"
"""What the rows of every table vary: an axis of the scenario, s, and the first column of every file."""


class Column(NamedTuple):
    """A column of a table: the metric of a policy, and what a printed number is times *scale* in the metric's unit."""

    head: str
    policy: str
    metric: str
    scale: float = 1.0


class Table(NamedTuple):
    """A printed table. At up to *transient_up_to* seconds between arrivals its queue does not settle."""

    example: str
    source: str
    file: str
    columns: tuple[Column, ...]
    transient_up_to: float = 0.0


def _times_and_utilization(adaptive: str, traditional: str, time: str) -> tuple[Column, ...]:
    return tuple(
        column
        for kind, policy in (("adaptive", adaptive), ("traditional", traditional))
        for column in (
            Column(f"{kind}_mean_response_s", policy, time),
            Column(f"{kind}_utilization_pct", policy, "utilization", 0.01),
        )
    )


def _with_profit(adaptive: str, traditional: str) -> tuple[Column, ...]:
    return (
        # A rejected job counts as 0 s in these tables: no other mean comes near the printed ones.
        *_times_and_utilization(adaptive, traditional, "response_time_submitted"),
        Column("adaptive_profit_usd", adaptive, "profit"),
        Column("traditional_profit_usd", traditional, "profit"),
    )


LINEAR = Table(
    "kumar-table-4-2",
    "Kumar 2001, table 4.2",
    "kumar_2001_table_4_2_linear.csv",
    _times_and_utilization("UFF", "FF", "response_time"),
    transient_up_to=64.5,  # a load factor of 1
)

TABLES = (
    LINEAR,
    # The text states another workload than the one that gives the table: that it does not is to be seen too.
    LINEAR._replace(example="kumar-table-4-2-independent"),
    Table(
        "kumar-table-4-3",
        "Kumar 2001, table 4.3",
        "kumar_2001_table_4_3_sublinear.csv",
        _times_and_utilization("UFF", "FF", "response_time"),
        # The printed load factor is that on 64 processors. On fewer a job takes less processor time, so the queue
        # settles at load factors of 1 and 1.075 too (section 4.1.1); the last row has a utilization of 99.98 %.
        transient_up_to=45,
    ),
    # Jobs that do not fit are rejected here, so that nothing grows without end.
    Table(
        "kumar-table-4-5",
        "Kumar 2001, table 4.5",
        "kumar_2001_table_4_5_simple_profit.csv",
        _with_profit("Simple", "Simple-R"),
    ),
    Table(
        "kumar-table-4-6",
        "Kumar 2001, table 4.6",
        "kumar_2001_table_4_6_lazy_profit.csv",
        _with_profit("Lazy", "Lazy-R"),
    ),
)


def read_table(table: Table) -> Iterator[Published]:
    """The values of *table*, row by row."""
    with (FOLDER / table.file).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            between = float(row[SWEPT])
            for column in table.columns:
                yield Published(
                    example=table.example,
                    point={SWEPT: between},
                    policy=column.policy,
                    metric=column.metric,
                    value=float(row[column.head]) * column.scale,
                    source=table.source,
                    transient=between <= table.transient_up_to,
                    is_total=column.metric == "profit",
                )


PUBLISHED = tuple(value for table in TABLES for value in read_table(table))
