"""From a log to a study of coscheduling whose jobs are the first of the log, as a list."""

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.coscheduling.inputs.scenario import FOLLOWS, CoschedulingScenario
from engine.coscheduling.mixes import MIXES, told
from engine.coscheduling.of_log import FIRST, in_words, list_of_log
from engine.inputs.scenario import Scenario
from engine.logs.cleaning.clean import CleanedLog, clean
from engine.logs.not_modelled import NotModelled, sentences
from engine.logs.reading import read_log
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.of_log import log_of

Tell = Callable[[str], None]
"""Hears a sentence."""

LONGEST_NOTES = 2000

MOST_NODES = 128
"""Of a cluster of this family."""

POLICIES = ("SS-EASY", "SS-SAF", "GS", "SB", "PB")
"""Nodes of one's own, all nodes changing together, and nodes that decide for themselves."""


def with_list(
    scenario: CoschedulingScenario,
    data: bytes,
    called: str,
    first: int | None = None,
    divided_by: float | None = None,
    zone: str = "",
    tell: Tell = lambda _: None,
) -> CoschedulingScenario:
    """The *scenario* with jobs of the log in *data* instead of its own, on its cluster and of its job types.

    If its list is of this log already, and nobody says how many jobs are taken and how short, it stays as it is. What
    it varies stays, unless that is of the jobs that go. `LogError` if the file is no log, or has no jobs that fit;
    `ScenarioError` if they cannot be put in. *tell* hears a sentence that says what was done.
    """
    reading = read_log(data, zone)
    log = clean(reading.table, reading.head)
    return _with_jobs(scenario, log, called, first, divided_by, reading.not_modelled, tell)


def is_list_of(scenario: CoschedulingScenario, log: CleanedLog) -> bool:
    """Whether the listed jobs of a *scenario* are the first of a *log*, their times divided by whatever it was."""
    listed = scenario.workload.listed
    if listed is None:
        return False
    jobs = [job.model_dump() for job in listed.jobs]
    fits = (log.size >= 2) & (log.size <= part_of(scenario))
    taken = np.flatnonzero(fits)[: len(jobs)]
    sizes, runs = ([job[name] for job in jobs] for name in ("tasks", "run"))
    if len(taken) < len(jobs) or log.size[taken].tolist() != sizes:
        return False
    scale = float(np.median(log.run[taken] / runs))
    there = list_of_log(log, "", part_of(scenario), len(jobs), float(f"{scale:.6g}"))["jobs"]
    return all(
        np.allclose([job[name] for job in jobs], [job[name] for job in there], rtol=1e-4, atol=1e-5)
        for name in ("arrival", "run")
    )


def part_of(scenario: CoschedulingScenario) -> int:
    """Nodes of a partition."""
    return scenario.cluster.nodes // scenario.cluster.partitions


def coscheduled(
    replay: Scenario, scenario: Scenario, first: int | None = None, divided_by: float | None = None
) -> CoschedulingScenario:
    """The *scenario* with the jobs of a *replay* of parallel jobs, as it cleans them. As `with_list`.

    `ValueError` if the first is no replay of a log, or the second none of coscheduling.
    """
    logged = replay.workload.logged if isinstance(replay, ParallelJobsScenario) else None
    if not isinstance(replay, ParallelJobsScenario) or logged is None:
        raise ValueError("only jobs of a log can be put into a list here, and this scenario has none")
    if not isinstance(scenario, CoschedulingScenario):
        raise ValueError(f"jobs are put into a scenario of coscheduling, and this is one of {scenario.family}")
    if logged.partition_queues:
        raise ValueError("partitions have queues of their own here, which a list of coscheduled jobs does not know")
    log = log_of(logged, replay.processors)
    return _with_jobs(scenario, log, logged.called or "a log", first, divided_by, logged.of_file.not_modelled)


def for_jobs_of(replay: Scenario, mix: str) -> CoschedulingScenario:
    """A scenario of coscheduling for the jobs of a *replay*: nodes as many as may be, types of one of the `MIXES`."""
    if mix not in MIXES:
        raise ValueError(f'"{mix}" is no mix of job types; there are {", ".join(MIXES)}')
    machines = replay.cluster.machines if isinstance(replay, ParallelJobsScenario) else MOST_NODES
    return CoschedulingScenario.read(
        {
            "family": "coscheduling",
            "cluster": {"nodes": max(2, min(MOST_NODES, machines))},
            "workload": {"job_types": MIXES[mix].job_types, "size_classes": [{"smallest": 2, "largest": 2}]},
            "policies": list(POLICIES),
            "study": {"replications": REPLICATIONS},
        }
    )


REPLICATIONS = 5
"""Of lists of a log: their types and skewness are drawn."""


def _with_jobs(
    scenario: CoschedulingScenario,
    log: CleanedLog,
    called: str,
    first: int | None,
    divided_by: float | None,
    not_modelled: tuple[NotModelled, ...],
    tell: Tell = lambda _: None,
) -> CoschedulingScenario:
    if first is None and divided_by is None and is_list_of(scenario, log):
        tell(f"The jobs of this study are a list of {called} already; it stays as it is.")
        return scenario
    tell(f"Jobs of {called} replace those of this study.")
    arrivals = list_of_log(log, called, part_of(scenario), FIRST if first is None else first, divided_by)
    tree = scenario.model_dump(mode="json")
    for name in FOLLOWS:
        tree["workload"].pop(name, None)
    tree["workload"]["arrivals"] = arrivals
    tree["measurement"]["warm_up"] = {"method": "none"}
    tree["title"] = f"Jobs of {in_words(called)}"
    types = told(tree["workload"]["job_types"])
    tree["notes"] = " ".join(filter(None, (arrivals["source"], *sentences(not_modelled), types, scenario.notes)))[
        :LONGEST_NOTES
    ]
    study = tree["study"]
    without_fields(study, _GONE)
    found = CoschedulingScenario.read(tree)
    if not found.is_random:
        study |= {"replications": 1, "precision": None, "goal": None, "selection": None, "breaking": None}
        found = CoschedulingScenario.read(tree)
    return found


def without_fields(study: dict[str, Any], gone: tuple[str, ...]) -> list[str]:
    """Leave out of a *study* whatever asks for fields that are *gone*, which begin like this; its names for it."""
    out = [name for name in ("vary", "and_vary", "goal") if study[name] and study[name]["field"].startswith(gone)]
    ranges = (study["breaking"] or {}).get("ranges", ())
    out += ["breaking"] if any(one["field"].startswith(gone) for one in ranges) else []
    study |= dict.fromkeys(out)
    out = [f"study.{name}" for name in out]
    if study["and_vary"] and not study["vary"]:
        study["vary"], study["and_vary"] = study["and_vary"], None
    return out


_GONE = ("workload.arrivals", *(f"workload.{name}" for name in FOLLOWS), "measurement.warm_up")
