"""Every job's difference as a table: what it sums up to is what the ledger tells."""

import numpy as np
import pytest

from engine.reports.pairs import table_of_pair
from engine.study.registry import EXAMPLES
from engine.why.ledger import ledger

ONE_OF_EACH = ("kumar-two-jobs", "zhang-wl2", "heymann-variation", "convoy")


@pytest.mark.parametrize("example", ONE_OF_EACH)
def test_the_mean_of_the_rows_is_the_difference_and_their_parts_sum_to_it(example: str) -> None:
    scenario = EXAMPLES[example]
    at_point = scenario.at(scenario.points()[0])
    first, second = at_point.policies[0], at_point.policies[1]
    told = ledger(at_point, (first, second), replications=1)
    table = table_of_pair(at_point, (first, second), told.metric, 0, {}).to_pandas()
    assert len(table) == told.entries
    values = table[f"{told.metric}: {second}"] - table[f"{told.metric}: {first}"]
    np.testing.assert_allclose(table["difference"], values, atol=1e-9 * values.abs().max())
    parts = table.filter(like="difference: ").sum(axis=1, min_count=1)
    np.testing.assert_allclose(table["difference"], parts, atol=1e-9 * values.abs().max())
    is_sum = told.metric == "application_time"
    brought = table["difference"].sum() if is_sum else table["difference"].mean()
    assert brought == pytest.approx(told.difference.mean - told.counted.mean, rel=1e-9, abs=1e-12)


def test_a_metric_that_is_no_mean_over_jobs_is_refused_in_a_sentence() -> None:
    scenario = EXAMPLES["convoy"].at({})
    with pytest.raises(ValueError, match="no metric that is a mean or a sum over jobs; allowed is response_time"):
        table_of_pair(scenario, ("FCFS", "EASY"), "utilization", 0, {})
