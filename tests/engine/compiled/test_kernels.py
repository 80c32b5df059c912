"""What is compiled: once, before anybody waits for it, and known as such."""

import os
import subprocess
import sys
from pathlib import Path

from engine.compiled.compilation import part
from engine.study.registry import FAMILIES, kernels

# In a process of its own: here other tests have loaded what a cell could miss.
EVERY_EXAMPLE = """
import sys
from engine.compiled.compilation import Compiled
from engine.reports.cost_accuracy import Drawn, sample
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, FAMILIES, kernels

def variants():
    modules = [module for name, module in sys.modules.items() if name.startswith("engine.")]
    functions = {id(one): one for module in modules for one in vars(module).values() if isinstance(one, Compiled)}
    return {
        (one.__module__, one.__qualname__, str(types))
        for one in functions.values() if one._for_python for types in one._for_python.overloads
    }

for kernel in kernels()[int(sys.argv[1]):]:
    kernel.load()
loaded = variants()
assert len(loaded) > 5, loaded
for name, scenario in EXAMPLES.items():
    family, points = FAMILIES[scenario.family], StudyPlan(scenario).at_point
    small = {} if scenario.ends else SMALL[scenario.family]
    if getattr(getattr(scenario, "workload", None), "modelled", None):
        small = {"workload.jobs": 200}  # fewer tell nothing of what users estimate
    if small and (left_out := getattr(scenario.measurement.warm_up, "jobs", 0)) >= min(small.values()):
        small = {name: left_out + few for name, few in small.items()}
    for point in {0, len(points) - 1}:
        for policy in scenario.policies:
            family.runs.simulate(points[point].at(small), policy, 0)
    if int(sys.argv[1]) and variants() > loaded:
        break  # one that was forgotten is enough
for name in () if int(sys.argv[1]) else FAMILIES:
    for _, _ in zip(range(25), sample(name, Drawn(7, 0.1), 25)):
        pass
print(*sorted(variants() - loaded), sep="\\n")
"""


def missing(first: int) -> str:
    """What examples have to load when the first so many kernels have not been loaded ahead."""
    small = {
        "parallel-jobs": {"workload.jobs": 12},
        "coscheduling": {"workload.jobs": 2},
        "master-worker": {"application.iterations": 2},
        "synchronous-iterative": {"application.iterations": 2},
    }
    command = [sys.executable, "-c", f"SMALL = {small}\n{EVERY_EXAMPLE}", str(first)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@part
def _plus_one(x: int) -> int:
    return x + 1


ONCE = """
from engine.compiled.compilation import Compiled
from tests.engine.compiled.test_kernels import _plus_one
print(Compiled(lambda x: _plus_one(1) + _plus_one(2) + _plus_one(x))(3), len(_plus_one.of_kernels.overloads))
"""


def test_a_constant_is_no_reason_to_compile_a_part_once_more(tmp_path: Path) -> None:
    """With an empty cache: where the caller comes from one, no part is compiled at all."""
    fresh = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", ONCE], env=fresh, check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["9", "1"]


def test_no_example_and_no_generated_cell_needs_anything_compiled_that_is_not_loaded_ahead() -> None:
    assert missing(0) == ""


def test_the_search_finds_a_kernel_that_was_forgotten() -> None:
    assert "time_sharing" in missing(1)


def test_one_kernel_of_each_family_is_compiled_first() -> None:
    """Else whoever opens an example of another family waits for all kernels of the first one."""
    known, order = [one.runs.kernels for one in FAMILIES.values()], kernels()
    assert order[: len(known)] == [of_family[0] for of_family in known]
    assert sorted(map(id, order)) == sorted(id(one) for of_family in known for one in of_family)
