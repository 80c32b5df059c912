"""Two studies that are compared, for the tests of Compare."""

from typing import Any

import orjson
import pytest

from components.pages.compare.view import View, first_slices
from engine.inputs.scenario import Scenario
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES, read_scenario
from engine.study.run import run_study

RATE = "workload.arrivals.rate_per_1000_s"

ONE, TWO = EXAMPLES["schnor-system-1"], EXAMPLES["schnor-system-2"]


def scenario(rates: list[float] | None = None, policies: tuple[str, ...] = ("SED", "FCFS"), **study: Any) -> Scenario:
    """A small system 1; its slow machines can be given as *slow*, the seed and a sweep as of a study."""
    tree = orjson.loads(ONE.canonical())
    tree["title"], tree["notes"], tree["policies"] = "small", "", policies
    tree["workload"]["jobs"] = 200
    tree["cluster"]["groups"][1]["count"] = study.pop("slow", 25)
    vary = {"field": RATE, "values": rates} if rates else None
    tree["study"] = {"vary": vary, "replications": 5, "seed": 3, **study}
    return read_scenario(tree)


def view(a: Scenario, b: Scenario, metric: str = "response_time") -> View:
    return View(run_study(a), run_study(b), metric, first_slices(a, b))


@pytest.fixture(scope="module")
def both() -> View:
    """What the page begins with."""
    a, b = result_ahead(ONE), result_ahead(TWO)
    assert a is not None
    assert b is not None
    return View(a, b, "response_time", {})


def lines(figure: Any) -> dict[str, Any]:
    return {line.name: line for line in figure.data}
