"""What a methods paragraph says of arrivals by the hour."""

import orjson

from components.words.methods import parameters
from engine.inputs.by_hour import OFFICE_DAY
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.study.registry import read_scenario


def test_hours_are_a_list_and_not_24_parameters() -> None:
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    tree["study"]["vary"] = None
    tree["workload"]["arrivals"] = {"process": "by-hour", "rate_per_1000_s": 1.5, "by_hour": list(OFFICE_DAY)}
    said = parameters(read_scenario(tree))
    assert "jobs by hour, in proportion and from 0:00 on, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.5, 1.5, 2.5" in said
    assert "entry" not in said
    assert "Strength of the hours 1" in said
