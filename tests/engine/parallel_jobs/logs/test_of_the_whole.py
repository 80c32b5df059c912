"""What the blocks of a log all repeat of its replay as a whole has no interval, in whatever is written."""

import numpy as np
import pytest

from components.pages.studio.answer.answer import describe_curves
from components.words.methods import methods_paragraph
from components.words.verdicts.headline import headline
from engine.results.export import summaries
from engine.results.result import Result
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES

IN_BLOCKS = ("log-in-blocks", "users-who-wait", "malleable-by-assumption", "two-partitions")
OF_THE_WHOLE = ("makespan", "lost_work", "utilization[", "recorded[")


def stored(name: str) -> Result:
    found = result_ahead(EXAMPLES[name])
    assert found is not None
    return found


@pytest.mark.parametrize("name", IN_BLOCKS)
def test_what_is_of_the_whole_log_has_a_value_and_no_interval(name: str) -> None:
    """A failure is an interval of width 0, as blocks that repeat one number give, or a time of blocks without one."""
    result = stored(name)
    rows = list(result.rows())
    whole = [row for row in rows if row["metric"].startswith(OF_THE_WHOLE) and row["mean"] is not None]
    assert {row["metric"].partition("[")[0] for row in whole} >= {"makespan", "utilization"}
    assert all(row["low"] is row["high"] is None and row["replications"] == 1 for row in whole)
    told = [row for row in rows if row["metric"] in ("response_time", "utilization", "jobs_in_system")]
    assert all(row["low"] is None or row["low"] < row["high"] for row in told)
    assert all(row["low"] is not None for row in told if row["metric"] != "utilization")


def test_the_value_is_that_of_the_log() -> None:
    result = stored("log-in-blocks")
    number = result.names.index("makespan")
    for place, policy in enumerate(result.scenario.policies):
        assert result.estimate(0, policy, "makespan").mean == result.table[0, place, 0, number]
        assert np.isfinite(result.samples(0, policy, "makespan")).sum() == 1


def test_tables_and_sentences_tell_of_no_interval() -> None:
    result = stored("log-in-blocks")
    rows = [row for row in summaries(result).to_pylist() if row["metric"] == "makespan"]
    assert rows
    assert all(row["low"] is row["high"] is None and row["mean"] > 0 for row in rows)
    assert describe_curves(result, "makespan").endswith("Of the whole log: no interval.")
    assert "by 4 blocks" in describe_curves(result, "response_time")
    assert "makespan, utilization of machine groups, what was recorded) has no interval" in methods_paragraph(result)
    assert headline(result, "makespan").startswith("On this log, ")
    assert "On this log" not in headline(result, "response_time")
