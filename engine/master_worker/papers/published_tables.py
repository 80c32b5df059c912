"""What Heymann et al. 2000 print in numbers: tables 1 and 2."""

from collections.abc import Iterator

from engine.contract.family import Published
from engine.master_worker.papers.examples import FACTOR
from engine.master_worker.papers.table_2 import COLUMNS, rows

SOURCE = "Heymann et al. 2000"

ROUNDED = 0.05 / 2 + 1 / 30 / 2
"""How far a number of table 2 can be from one that is the same: they are printed in steps of 5 % of the tasks, and are
measured in whole workers for 30 tasks; half of each."""

EXAMPLE_OF_ROW = {"similar": "heymann-table-2", "different": "heymann-table-2-different"}


def _table_1() -> Iterator[Published]:
    """Losses of efficiency; the paper's population has 100 and 300 tasks too."""
    columns = {"loss_q95": "efficiency_loss_95pct_of_cases_pct", "loss_maximum": "worst_efficiency_loss_pct"}
    for row in rows("heymann_2000_table_1_efficiency_bounds.csv"):
        for metric, column in columns.items():
            yield Published(
                "heymann-table-1", {}, row["policy"], metric, float(row[column]) / 100, f"{SOURCE}, table 1"
            )


def _table_2() -> Iterator[Published]:
    """Workers in percent of the tasks, near if roundings explain it; the column "<30%" is no point of the factorial."""
    for row in rows("heymann_2000_table_2_workers.csv"):
        if row["workload_pct"].startswith("<"):
            continue
        for largest, column in COLUMNS.items():
            for policy in ("Random & Average", "LPTF on Expectation"):
                yield Published(
                    EXAMPLE_OF_ROW[largest],
                    {FACTOR: float(row["workload_pct"])},
                    policy,
                    "target_workers",
                    float(row[column]) / 100,
                    f"{SOURCE}, table 2",
                    within=ROUNDED,
                )


PUBLISHED = (*_table_1(), *_table_2())
