"""From the file of a log to a study that replays it: what is told of it, and a scenario to begin with."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.inputs.scenario import Scenario
from engine.logs import keeping
from engine.logs.caveats import caveats, counts, of_file
from engine.logs.cleaning.choices import Cleaning
from engine.logs.cleaning.clean import CleanedLog, clean
from engine.logs.divisions import divisions, foremost, is_divided
from engine.logs.encoding import encode
from engine.logs.execution import never_started
from engine.logs.limits import LogError
from engine.logs.reading import read_log
from engine.logs.result import Reading
from engine.logs.table import FIELDS, IN_A_LINK, Table
from engine.logs.weeks import proposed, whole_weeks
from engine.parallel_jobs.analyses.recorded import fitted_twin
from engine.parallel_jobs.analyses.twin import twin_of
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.logged import MOST_IN_A_LINK, Logged, read_table, told_of, write_table
from engine.study.list_of_log import Tell, with_list, without_fields
from engine.study.registry import read_scenario

POLICIES = ("EASY", "FCFS", "FF")
"""Queue policies that replay any log in a moment; conservative backfilling is a click away."""

LONGEST_NAME = 80

ROOM = 7_000
"""Characters of a table that a link carries; with the rest of the study that is what a page takes."""


def study_of_log(data: bytes, called: str, zone: str = "") -> tuple[dict[str, Any], bytes]:
    """What is told of a file (JSON, with a "scenario" that replays it), and its encoded table.

    *zone* is the IANA name of the time zone of accounting output, which says none itself.

    `LogError` says what is wrong with the file: the first sentence, and the first line that could not be read.
    """
    with _in_sentences():
        return _told(read_log(data, zone), called)


@contextmanager
def _in_sentences() -> Iterator[None]:
    """Whatever is wrong with a file, told as sentences."""
    try:
        yield
    except LogError as error:
        raise LogError(" ".join((_sentence(error.why), *map(_sentence, error.lines[:1])))) from None


def write_replay(reading: Reading, called: str, path: Path, processors: int | None = None) -> None:
    """Write a scenario that replays a log into a file, as indented JSON; of another cluster if *processors* are given.

    `LogError` if no job is left.
    """
    tree = _told(reading, called)[0]["scenario"]
    if processors is not None:
        tree["cluster"]["groups"][0]["count"] = processors
    write_scenario(read_scenario(tree), path)


def _told(reading: Reading, called: str) -> tuple[dict[str, Any], bytes]:
    log = clean(reading.table, reading.head)
    carried = _carried(reading, log)
    table = reading.table if carried is None else carried
    arrivals = _arrivals(table, log, reading, called)
    if carried is not None:
        arrivals["carried"] = write_table(encode(carried))
    weeks = whole_weeks(log.arrival, log.monday)
    blocks = proposed(weeks[1] - weeks[0])
    scenario = read_scenario(
        {
            "family": "parallel-jobs",
            "title": arrivals["called"] or "A log",
            "cluster": {"groups": [{"name": "processor", "count": log.processors, "speed_factor": 1.0}]},
            "workload": {"arrivals": arrivals | {"weeks": weeks[1] - weeks[0]}},
            "policies": list(POLICIES),
            "study": {"replications": blocks},
        }
    )
    told = {
        "log": table.name,
        "names": _names(table, reading.table),
        "kind": reading.kind,
        "jobs": len(log.run),
        "rows": len(reading.table),
        "lines": reading.lines,
        "refused": reading.refused,
        "sentences": list(reading.sentences),
        "notes": [*reading.notes, *log.clock.said],
        "zone_is_missing": reading.zone_is_missing,
        "head": [list(label) for label in reading.head.labels[:LABELS]],
        "divisions": divisions(table),
        "foremost": foremost(table),
        "report": [row._asdict() for row in log.report],
        "caveats": caveats(counts(log), of_file(reading)),
        "scenario": scenario.model_dump(mode="json"),
    }
    return told, encode(table)


def _names(*tables: Table) -> list[str]:
    """The names that links may have for a log which is read as one of these *tables*."""
    return list(dict.fromkeys(one.name for table in tables for one in (table, table.of_old_links()) if one is not None))


def _carried(reading: Reading, log: CleanedLog) -> Table | None:
    """What a link can carry of a short log, where that says as much: the same jobs, by fewer fields.

    Partitions too, if there are several, and which job follows which: what one may ask of a log that says it. Queues,
    and waits, by which the schedule as recorded is known, if they are in the log and there is room for them.
    """
    table = reading.table
    if len(table) > MOST_IN_A_LINK:
        return None
    known: tuple[str, ...] = ("partition",) if is_divided(table, "partition") else ()
    known += ("job", "preceding", "think") if (table["preceding"] > 0).any() else ()
    known += ("status",) if never_started(table["status"], table["run"], table["allocated"]).any() else ()
    more: list[tuple[str, ...]] = [()]
    if np.isfinite(log.wait).any():
        more.insert(0, ("wait",))
    if is_divided(table, "queue"):
        more = [*(("queue", *names) for names in more), *more]
    slims = (table.slim(*known, *names) for names in more)
    return next((slim for slim in slims if _fits(slim, reading, log)), None)


def _fits(slim: Table, reading: Reading, log: CleanedLog) -> bool:
    """Whether it is the same jobs, and short enough."""
    try:
        same = clean(slim, reading.head)
    except LogError:
        return False
    fields = ("arrival", "size", "run", "estimate", "user")
    is_same = all(np.array_equal(getattr(log, name), getattr(same, name)) for name in fields)
    return is_same and len(write_table(encode(slim))) <= ROOM


LABELS = 100
"""Of a head that are told."""


def _arrivals(table: Table, log: CleanedLog, reading: Reading, called: str) -> dict[str, Any]:
    head = reading.head
    name = called or head.first("Computer") or head.first("Installation")
    return {
        "process": "log",
        "digest": table.name,
        "called": "".join(letter for letter in name if letter.isprintable() and letter not in "<>")[:LONGEST_NAME],
        "rows": len(table),
        "length": round(float(log.arrival[-1] - log.arrival[0]), 3),
        "sizes": told_of(log.size, log.run),
        "unix_start": head.unix_start,
        "zone": head.zone if head.zone and log.clock.zone == head.zone else "",
        "cleaning": Cleaning().model_dump(mode="json"),
        "refused": reading.refused,
        "not_over": reading.not_over,
        "not_modelled": [one._asdict() for one in reading.not_modelled],
    }


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def with_log(
    scenario: Scenario,
    data: bytes,
    called: str,
    first: int | None = None,
    divided_by: float | None = None,
    zone: str = "",
    tell: Tell = lambda _: None,
) -> Scenario:
    """The *scenario* once its log is here; with the jobs of another log, if it replays one already; or one with other
    jobs as a replay of the log on its cluster. What it asks for stays, unless it is of the jobs that go.

    One of coscheduling gets a list of the *first* so many jobs of the log, their times *divided_by* a number; of others
    neither is said. *zone* as in `study_of_log`. *tell* hears a sentence that says which of these it is.

    `LogError` if the file is another log than the one that the scenario needs, or leaves out what only its own log has;
    `ScenarioError` if it cannot be put in.
    """
    if isinstance(scenario, CoschedulingScenario):
        return with_list(scenario, data, called, first, divided_by, zone, tell)
    if first is not None or divided_by is not None:
        raise LogError("only of coscheduling the first jobs of a log are taken, and times divided; leave that out")
    with _in_sentences():
        reading = read_log(data, zone)
        told, encoded = _told(reading, called)
    keeping.put(told["log"], encoded)
    tree, replay = scenario.model_dump(mode="json"), told["scenario"]
    if scenario.family != replay["family"]:
        raise LogError(f"a log is replayed by scenarios of {replay['family']}, and this is one of {scenario.family}")
    logged = scenario.workload.logged if isinstance(scenario, ParallelJobsScenario) else None
    if logged is None:
        return _replaying(tree, replay, called, tell)
    if _is_of(logged, told["names"], reading.table):
        for table in (reading.table, reading.table.of_old_links()):
            if table is not None and scenario.log == table.name:
                keeping.put(scenario.log, encode(table))
        return _with_same(scenario, logged, replay["workload"]["arrivals"], called, zone, tell)
    if scenario.log:
        raise LogError(f"{called} is the log {told['log'][:12]}, and the scenario needs {scenario.log[:12]}")
    return _with_other(tree, logged, replay, called, tell)


def kept_with(told: dict[str, Any], scenario: Scenario, called: str, zone: str = "") -> tuple[Scenario, str] | None:
    """Return the *scenario* and a sentence about it if it replays the log that is *told*; else None.

    None, too, if it needs the whole table of a short log: the worker keeps only what a link carries of it. *zone* as in
    `study_of_log`.
    """
    found = read_scenario(told["scenario"])
    if not isinstance(scenario, ParallelJobsScenario) or not isinstance(found, ParallelJobsScenario):
        return None
    logged, read = scenario.workload.logged, found.workload.logged
    if logged is None or read is None or (scenario.log and read.carried and scenario.log != told["log"]):
        return None
    if not _is_of(logged, told["names"], read_table(read.carried) if read.carried else None):
        return None
    said: list[str] = []
    kept = _with_same(scenario, logged, told["scenario"]["workload"]["arrivals"], called, zone, said.append)
    return kept, " ".join(said)


def _is_of(logged: Logged, names: list[str], table: Table | None) -> bool:
    """Whether a scenario replays a log of one of these *names*, or carries jobs of its *table* (None: not known)."""
    if logged.digest in names:
        return True
    if not logged.carried or table is None:
        return False
    there = read_table(logged.carried)
    more = [field for field in FIELDS if field not in IN_A_LINK and (there[field] >= 0).any()]
    return any(there == one.slim(*more) for one in (table, table.of_old_links()) if one is not None)


def _with_same(
    scenario: Scenario, logged: Logged, found: dict[str, Any], called: str, zone: str, tell: Tell
) -> Scenario:
    """The *scenario* as it is; a time zone that is said by hand is that of its days and weeks."""
    if not zone or (found["zone"], found["unix_start"]) == (logged.zone, logged.unix_start):
        tell(f"{called} is the log of this study, which stays as it is.")
        return scenario
    tree = scenario.model_dump(mode="json")
    tree["workload"]["arrivals"] |= {name: found[name] for name in ("zone", "unix_start")}
    tell(f"{called} is the log of this study, which stays as it is, but for the time zone: {zone}.")
    return read_scenario(tree)


def _with_other(tree: dict[str, Any], logged: Logged, replay: dict[str, Any], called: str, tell: Tell) -> Scenario:
    """The study of another log: only its jobs are replaced, and blocks are as many as it has weeks for."""
    if logged.cleaning.without:
        raise LogError(
            f"the study leaves out weeks of users of its log, and {called} is another log, with other users; give the "
            "log of the study, or keep all weeks of users (workload.arrivals.cleaning.without)"
        )
    arrivals = replay["workload"]["arrivals"]
    tree["workload"]["arrivals"] |= {name: arrivals.get(name, "") for name in OF_THE_LOG}
    if tree["title"] == logged.called:
        tree["title"] = replay["title"]
    study, said = tree["study"], ""
    weeks = arrivals["weeks"]
    if read_scenario(tree | {"study": study}).blocks and study["replications"] > max(1, weeks):
        study["replications"] = replay["study"]["replications"]
        said = f"; it has {weeks} measured weeks, so that its blocks are {study['replications']}"
    tell(f"{called} is another log than that of this study: its jobs replace those, and all else stays{said}.")
    return read_scenario(tree)


OF_THE_LOG = (
    *("digest", "called", "rows", "length", "sizes", "unix_start", "zone", "weeks", "carried"),
    *("refused", "not_over", "not_modelled"),
)
"""Fields of arrivals that say which log it is; the others are choices of the study."""


def _replaying(tree: dict[str, Any], replay: dict[str, Any], called: str, tell: Tell) -> Scenario:
    """A study of other jobs as a replay of a log on its cluster."""
    study, warm_up = tree["study"], {"method": "none"}
    gone = ["machine_events"] if tree["machine_events"] else []
    gone += ["measurement.warm_up"] if tree["measurement"]["warm_up"] != warm_up else []
    gone += ["study.precision"] if study["precision"] else []
    gone += without_fields(study, ("workload", "machine_events", "measurement.warm_up"))
    tree["workload"], tree["machine_events"], tree["measurement"]["warm_up"] = replay["workload"], [], warm_up
    study |= {"precision": None, "replications": replay["study"]["replications"]}
    blocks = study["replications"]
    left_out = f" Left out, as a log cannot have it: {', '.join(gone)}." if gone else ""
    tell(f"Jobs of {called} replace those of this study; replications are blocks of the log, {blocks} here.{left_out}")
    return read_scenario(tree)


def twin(scenario: Scenario) -> Scenario:
    """The same study with jobs of the model lublin99, fitted to the log of the *scenario*.

    `ValueError` if there is no log, or it is nothing that the model can be.
    """
    if not isinstance(scenario, ParallelJobsScenario):
        raise ValueError("a model is fitted to logs, and this scenario is none of parallel-jobs")
    return fitted_twin(scenario)


def twin_told(scenario: Scenario, told: dict[str, Any]) -> Scenario:
    """The same by what a worker has *told* of the log (`analyses.recorded`): without the log itself."""
    if not isinstance(scenario, ParallelJobsScenario) or not scenario.replayed:
        raise ValueError("the jobs of this scenario are not those of a log, so that no model can be fitted to them")
    if missing := told["twin"].get("missing"):
        raise ValueError(f"there is no study of the model: {missing}")
    return twin_of(scenario, told["twin"])


def write_twin(scenario: Scenario, path: Path) -> None:
    """Write the `twin` of a *scenario* into a file, as indented JSON."""
    write_scenario(twin(scenario), path)


def write_scenario(scenario: Scenario, path: Path) -> None:
    """Write a *scenario* into a file, as indented JSON."""
    tree = scenario.model_dump(mode="json")
    path.write_bytes(orjson.dumps(tree, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
