"""What if one decision had been another? The undisturbed run beside one in which it is forced, on the same jobs."""

import numpy as np
from pydantic import Field, ValidationError

from engine.contract.effect import Done, Effect, shown, sums
from engine.coscheduling.forced import BOOST, NOBODY, PATTERN, RUN, SLOT, START, WAIT, Forced, forced_by
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.kernel.clock import go_on
from engine.coscheduling.kernel.records import records_of
from engine.coscheduling.kernel.state import State
from engine.coscheduling.policies import SCHEMES
from engine.coscheduling.records import Records
from engine.coscheduling.replay.course import Run
from engine.coscheduling.replay.deciding import Deciding, Taken
from engine.coscheduling.replay.instant import NO_LOG, through, up_to
from engine.coscheduling.replay.kept import run_of
from engine.coscheduling.replication import Model
from engine.inputs.quantity import Strict, quantity
from engine.inputs.rejection import Reason, ScenarioError, rejections
from engine.inputs.span import SpanError

# Which decision somebody wants to have been another.


class Question(Strict):
    """At an instant, another decision on a job."""

    time: float = quantity("At", "s", 0, 1e9, "The instant of the decision, as the replay tells it.")
    job: int = Field(ge=0, le=2_000_000, title="Job", description="Number of the job, from 0.")
    choice: str = Field(
        pattern=PATTERN,
        title="Decision",
        description='Of dedicated nodes "start" or "wait"; of node 5 "boost 5", "nobody 5", "run 5"; row 2: "slot 2".',
    )


def read_question(text: str | bytes, policy: str) -> Forced:
    """What is to be forced; `ScenarioError` says what is wrong."""
    try:
        asked = Question.model_validate_json(text)
    except ValidationError as error:
        raise ScenarioError(rejections(error)) from None
    forced, scheme = forced_by(round(asked.time * SECOND), asked.job, asked.choice), SCHEMES[policy]
    of_queue = forced.kind in (START, WAIT)
    if of_queue != bool(scheme.queue) or (forced.kind == "slot") != bool(scheme.gang):
        allowed = (
            f'"{START}" or "{WAIT}"'
            if scheme.queue
            else '"slot" and a row, such as "slot 1"'
            if scheme.gang
            else '"boost", "nobody" or "run" and a node, such as "boost 1"'
        )
        raise ScenarioError(
            [Reason("choice", f'"{asked.choice}" is nothing that {policy} decides; allowed is {allowed}')]
        )
    return forced


# A run of which one decision is forced: from a state before it to the end of all jobs.


def simulated(model: Model, before: State, records: Records, forced: Forced) -> Records | None:
    """The records, without intervals and log; None if it cannot be forced.

    Parameters
    ----------
    before : a state from which the instant can be reached; it is not modified
    records : of the undisturbed run
    """
    going, deciding = before.copy(), Deciding(forced)
    jobs = model[0]
    starts = bool(records.start[forced.job] == forced.time)
    if (forced.kind == START and starts) or (forced.kind == WAIT and not starts):
        deciding = Deciding()  # it does so anyway, in its turn
        deciding.is_done = True
    up_to(going, forced.time)
    through(going, forced.time, deciding)
    if not deciding.is_done:
        return None
    go_on(going, NO_LOG)
    return records_of(jobs, going)


WHAT = {BOOST: "boosts", NOBODY: "nobody", RUN: "runs", SLOT: "slot"}


def what_if(scenario: CoschedulingScenario, policy: str, replication: int, text: str | bytes) -> Effect:
    """What comes of the decision of the question *text* (JSON) in the first partition, and goes on as *policy* decides.

    `ScenarioError` says what is wrong with the question, and `ValueError` why it cannot have been so.
    """
    forced = read_question(text, policy)
    run = run_of(scenario, policy, replication)
    records = run.records
    _check(run, forced)
    decided = _of_queue(records, forced) if forced.kind in (START, WAIT) else _of_instant(run, forced)
    try:
        after = simulated(run.model, run.before(forced.time), records, forced)
    except SpanError:
        raise ValueError(
            f"if job {forced.job + 1} does not start at {forced.time / SECOND:.10g} s it never does: nothing happens "
            "afterwards at which anything would be decided"
        ) from None
    if after is None:
        raise ValueError(_cannot(forced))
    return _effect(records, after, forced, decided)


def _check(run: Run, forced: Forced) -> None:
    count, end = len(run.records.arrival), int(run.records.end.max(initial=0))
    if forced.job >= count:
        raise ValueError(f"there is no job {forced.job + 1}; there are {count:,}")
    if forced.time > end:
        raise ValueError(f"at {forced.time / SECOND:.10g} s all jobs have ended, so that nothing is decided then")
    system, is_row = run.model.system, forced.kind == SLOT
    most, of = (system.slots, "row") if is_row else (system.nodes, "node")
    if forced.node >= most:
        raise ValueError(f"there is no {of} {forced.node + 1}; there are {most}")


def _cannot(forced: Forced) -> str:
    when = f"at {forced.time / SECOND:.10g} s"
    if forced.kind == SLOT:
        return (
            f"row {forced.node + 1} of the matrix cannot have its slot {when}: nobody is in it, or no slot begins then"
        )
    if forced.kind in (START, WAIT):
        return (
            f"job {forced.job + 1} cannot {forced.kind} {when}: too few nodes are idle, or nothing is decided about it "
            "then"
        )
    return f"nothing is decided about job {forced.job + 1} on node {forced.node + 1} {when}, or it cannot go on there"


def _of_queue(records: Records, forced: Forced) -> tuple[Done, Done]:
    did: Done = {"what": "starts" if records.start[forced.job] == forced.time else "waits", "machines": {}}
    return did, {"what": "starts" if forced.kind == START else "waits", "machines": {}}


def _of_instant(run: Run, forced: Forced) -> tuple[Done, Done]:
    """What was decided there, and what is forced instead."""
    state, deciding = run.before(forced.time).copy(), Deciding()
    up_to(state, forced.time)
    through(state, forced.time, deciding)
    of_a_node = (RUN,) if forced.kind == RUN else (SLOT,) if forced.kind == SLOT else None
    there = [one for one in deciding.taken if _is_of(one, forced, of_a_node)]
    if not there:
        raise ValueError(_cannot(forced))
    one = there[-1]
    instead: Done = {"what": WHAT[forced.kind], "machines": {}, "job": forced.job, "node": forced.node}
    if one.chosen is None:
        return {"what": WHAT[NOBODY], "machines": {}, "job": forced.job, "node": forced.node}, instead
    chosen = one.candidates[one.chosen]
    kind = RUN if one.kind == RUN else SLOT if one.kind == SLOT else BOOST
    place = chosen.level if kind == SLOT else one.node
    return {"what": WHAT[kind], "machines": {}, "job": chosen.job, "node": place}, instead


def _is_of(one: Taken, forced: Forced, kinds: tuple[str, ...] | None) -> bool:
    if kinds == (SLOT,):
        return one.kind == SLOT
    return one.node == forced.node and ((one.kind in kinds) if kinds else one.kind not in (RUN, SLOT))


def _effect(before: Records, after: Records, forced: Forced, decided: tuple[Done, Done]) -> Effect:
    d = (after.end - before.end) / SECOND
    differs = np.flatnonzero((after.end != before.end) | (after.start != before.start))
    moved = np.flatnonzero(d)
    arrival = before.arrival
    last = max(int(before.end[differs].max(initial=0)), int(after.end[differs].max(initial=0)))
    is_over = last < max(int(before.end.max()), int(after.end.max()))
    is_same = decided[0] == decided[1]
    return {
        "time": forced.time / SECOND,
        "job": forced.job,
        "did": decided[0],
        "instead": decided[1],
        "own": float(d[forced.job]),
        **sums(d, forced.job),
        "refused": 0,
        "accepted": 0,
        "profit": 0.0,
        "jobs": len(arrival),
        "counted": len(arrival),
        "horizon": None,
        "again": None if is_same else forced.time / SECOND if not len(differs) else last / SECOND if is_over else None,
        "moved": [
            {
                "job": job,
                "before": float(before.end[job] - arrival[job]) / SECOND,
                "after": float(after.end[job] - arrival[job]) / SECOND,
            }
            for job in shown(moved, d)
        ],
    }
