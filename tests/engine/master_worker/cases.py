"""Generated and hand-made tasks, crews and rules, as the two implementations take them."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.kernel import simulation as kernel
from engine.master_worker.policies import Dispatch
from engine.master_worker.records import Interval, Records
from engine.master_worker.reference import simulation as reference
from engine.master_worker.system import Costs, Crew, ExhaustedError, Number, Rule, System, Tasks

Run = Callable[..., Records]
IMPLEMENTATIONS: dict[str, Run] = {"reference": reference.run, "kernel": kernel.run}

PERIODS = 60

NO_COSTS = Costs(0, 0)


def crew(*speeds: int, up: Sequence[Sequence[int]] = (), down: Any = (), away: Any = ()) -> Crew:
    """Workers by hand: *speeds* in units of 1/1024, and a row for each period with a number for each worker."""
    shape = (len(up), len(speeds))
    ticks_up, ticks_down = (np.array(rows, dtype=np.int64).reshape(shape) for rows in (up, down))
    is_away = np.array(away, dtype=bool).reshape(shape)
    return Crew(np.array(speeds, dtype=np.int64), ticks_up, ticks_down, is_away)


def equal(workers: int) -> Crew:
    """Dedicated workers of speed 1."""
    return crew(*([1024] * workers))


def fixed(workers: int, most: int = 0) -> Number:
    """A fixed number of workers."""
    return Number(Rule.FIXED, workers, 0.8, 0.25, 8, 0.02, max(workers, most))


def system(
    workers: Crew, dispatch: Dispatch = Dispatch.NEXT_TASK, costs: Costs = NO_COSTS, chunk_size: int = 1, **rule: Any
) -> System:
    """Everything but the tasks; all workers are in use unless *rule* says otherwise."""
    number = fixed(len(workers.speed))._replace(**rule)
    return System(workers, costs, number, dispatch, chunk_size)


def tasks(*work: Sequence[int], order: Sequence[Sequence[int]] = (), learns: bool = False) -> Tasks:
    """Iterations by hand; in the order of their numbers unless another one is given."""
    rows = np.array(work, dtype=np.int64)
    in_order = np.array(order, dtype=np.int64) if order else np.tile(np.arange(rows.shape[1]), (len(rows), 1))
    return Tasks(rows, in_order, learns)


def makespans(records: Records) -> list[int]:
    """Length of each iteration, ticks."""
    return [int(ticks) for ticks in np.diff(records.end, prepend=0)]


def computed_by(interval: Interval, worker: int) -> list[int]:
    """The tasks that a worker has computed, in order."""
    return interval.task[(interval.worker == worker) & (interval.activity == 0)].tolist()


class Case(NamedTuple):
    """What both implementations are given."""

    tasks: Tasks
    system: System
    logged: int


@st.composite
def cases(draw: st.DrawFn, dispatches: Sequence[Dispatch] = tuple(Dispatch)) -> Case:
    """Small applications, with times so short that much happens at the same tick."""
    count, iterations, workers = (draw(st.integers(1, most)) for most in (8, 4, 7))
    seed = draw(st.integers(0, 2**32 - 1))  # of the many numbers that need no shrinking of their own
    stream = np.random.default_rng(seed)
    work = stream.integers(1, draw(st.sampled_from([3, 12, 40])), (iterations, count))
    order = np.argsort(stream.random((iterations, count)), axis=1)
    speed = stream.choice([1024, 512, 1500, 2048], workers) if draw(st.booleans()) else np.full(workers, 1024)
    periods = draw(st.sampled_from([0, PERIODS, PERIODS]))
    up = stream.integers(1, draw(st.sampled_from([8, 40])), (periods, workers))
    down = stream.integers(1, 10, (periods, workers))
    is_away = stream.random((periods, workers)) < draw(st.sampled_from([0.0, 0.5, 1.0]))
    number = Number(
        draw(st.sampled_from(list(Rule))),
        draw(st.integers(1, workers)),
        draw(st.sampled_from([0.5, 0.8, 0.95])),
        draw(st.sampled_from([0.0, 0.25, 1.0])),
        draw(st.integers(1, 3)),
        0.02,
        workers,
    )
    costs = Costs(draw(st.integers(0, 2)), draw(st.integers(0, 2)))
    crew_drawn = Crew(speed.astype(np.int64), up, down, is_away)
    drawn = System(crew_drawn, costs, number, draw(st.sampled_from(list(dispatches))), draw(st.integers(1, 3)))
    return Case(Tasks(work, order, draw(st.booleans())), drawn, draw(st.integers(-1, iterations - 1)))


def outcome(run: Run, case: Case) -> Records | None:
    """The records; None if the periods that were drawn do not last."""
    try:
        return run(*case)
    except ExhaustedError:
        return None


def differences(one: Records, other: Records) -> list[str]:
    """Names of the columns that are not the same to the bit."""
    columns = _columns(one), _columns(other)
    return [
        name
        for name, values in columns[0].items()
        if values.dtype != columns[1][name].dtype
        or not np.array_equal(values, columns[1][name], equal_nan=values.dtype.kind == "f")
    ]


def _columns(records: Records) -> dict[str, np.ndarray]:
    plain = {name: getattr(records, name) for name in ("end", "workers", "spent", "lost_tasks")}
    return plain | records.decision._asdict() | {f"interval.{k}": v for k, v in records.interval._asdict().items()}


def scenario(**parts: Any) -> MasterWorkerScenario:
    """A scenario with the defaults but for some *parts*."""
    policies = list(parts.pop("policies", ["LPTF", "LPTF on Expectation", "Random", "Random & Average"]))
    return MasterWorkerScenario.read({"family": "master-worker", "policies": policies, **parts})
