"""Run as a program: simulates extreme scenarios of a family until so many have been executed, and says what came of it.

`python -m tests.hostile.executing FAMILY SEED COUNT FILE`: each scenario is in FILE before it is touched. A scenario
that takes too long ends the process, as does whatever ends a process.
"""

import math
import signal
import sys
import time
import warnings
from collections import Counter
from io import FileIO
from random import Random
from typing import Any

import orjson

from engine.contract.generated import generate
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.inputs.span import SpanError
from engine.logs.limits import LogError
from engine.metrics.catalogue import metric_of
from engine.study.registry import FAMILIES
from engine.workload_models.tsafrir05 import NoRoomError
from tests.hostile.checked_kernels import compiled_for_few_calls
from tests.hostile.extremes import EXTREMES
from tests.hostile.kinds import kinds_of

SECONDS = 30.0
"""Processor time that reading, pricing and simulating one scenario may take at most; most take a millisecond. Kernels
that check every index and are compiled for few calls take some ten times what others do."""

DEAR = 0.013
"""Estimated seconds of a cell above which it is only priced here: thousands have to be done."""

ROUNDING = -1e-12

UNKNOWN = ("class_variation",)
"""Of few jobs: NaN, if a class does not come."""


def main(family: str, seed: int, count: int, last: FileIO) -> dict[str, Any]:
    """How many were executed, refused and priced only, of which kinds the former were, the first that failed, and how
    much processor time the longest took."""
    warnings.simplefilter("error")
    known, recipe, lot = FAMILIES[family], EXTREMES[family], Random(seed)
    for kernel in known.runs.kernels:
        with compiled_for_few_calls():
            kernel.load()
    seen: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    failed: list[dict[str, Any]] = []
    longest = 0.0
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # compiled code does not let Python handle it
    while seen["executed"] < count:
        tree = generate(known.scenario, recipe, lot)
        last.seek(0)
        last.truncate(last.write(orjson.dumps(tree)))
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        began = time.process_time()
        try:
            scenario = known.scenario.read(tree)
            what = _try(scenario)
            if what == "executed":
                kinds.update(kinds_of(scenario, scenario.policies[0]))
        except ScenarioError as error:
            what = "refused"
            if not all(" " in reason.sentence for reason in error.rejections):
                failed.append({"scenario": tree, "why": f"refused without a sentence: {error}"})
        except LogError:
            what = "without a job"  # nothing is left of a log once it is clean or resampled; in a sentence
        except (SpanError, NoRoomError):
            what = "given up"  # by what was drawn, in a sentence; seldom
        except Exception as error:
            what = "failed"
            failed.append({"scenario": tree, "why": f"{type(error).__name__}: {error}"})
        seen[what] += 1
        longest = max(longest, time.process_time() - began)
        if len(failed) > 20:
            break
    return {"seen": dict(seen), "kinds": dict(kinds), "failed": failed[:20], "longest": longest}


def _try(scenario: Scenario) -> str:
    known, policy = FAMILIES[scenario.family], scenario.policies[0]
    cost = known.cost(scenario, policy)
    if not (cost.seconds > 0 and cost.bytes > 0 and math.isfinite(cost.seconds) and math.isfinite(cost.bytes)):
        raise AssertionError(f"it is priced at {cost}")
    if cost.seconds > DEAR:
        return "priced only"
    found = known.runs.simulate(scenario, policy, 0)
    for name, value in found.items():
        if not math.isfinite(value) and not (math.isnan(value) and name in UNKNOWN):
            raise AssertionError(f"{name} is {value}")
        # What stands in the cell of a block scatters around the value of its log, and may do so by more than that is.
        if value < ROUNDING and scenario.blocks <= 1 and not metric_of(name).can_be_negative:
            raise AssertionError(f"{name} is {value}, and cannot be negative")
    return "executed"


if __name__ == "__main__":
    with FileIO(sys.argv[4], "w") as last:  # opened once: each time would take as long as the simulation
        answer = main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), last)
    sys.stdout.write(orjson.dumps(answer).decode())
