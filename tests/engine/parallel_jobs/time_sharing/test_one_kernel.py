"""One kernel for all scenarios: numba compiles anew for arguments of another type, for a quarter of a minute."""

from typing import Any

import numba
import orjson
import pytest

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.replication import replicate
from engine.parallel_jobs.time_sharing.kernel import simulation

GROUPS = [{"name": "in", "inside": "out", "shares": 1, "users": "1"}, {"name": "out", "shares": 2, "users": "2-4"}]


class ReachedError(Exception):
    """Where the kernel would begin."""


def test_groups_of_users_do_not_change_what_the_kernel_is_compiled_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each number of groups was a type of its own, and SED of the first scenario with it compiled inside its cell."""
    seen: list[Any] = []

    def noted(*given: Any) -> None:
        seen.append(numba.typeof(given[3]))
        raise ReachedError

    monkeypatch.setattr(simulation, "_simulate", noted)
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    for groups in ([], GROUPS[1:], GROUPS):
        scenario = ParallelJobsScenario.read(tree | {"share_groups": groups, "policies": ["SED"], "study": {}})
        with pytest.raises(ReachedError):
            replicate(scenario, "SED", 0, draw_jobs(scenario, 0))
    assert seen[0] == seen[1] == seen[2]
