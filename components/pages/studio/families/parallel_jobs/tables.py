"""The data tables behind the pictures of a trace."""

from typing import Any

from components.controls.data_table import DataTable
from components.figures.parallel_jobs.allocation import rows_of
from components.figures.parallel_jobs.profit import PARTS
from components.figures.parallel_jobs.schedules.plan import words_of_line
from components.figures.parallel_jobs.schedules.rectangles import runs
from components.figures.parallel_jobs.schedules.schedule_away import HATCHES, times_away
from components.figures.parallel_jobs.taken import FATES
from components.pages.studio.families.parallel_jobs.why.answer import step_of
from components.pages.studio.families.parallel_jobs.why.every_decision import table_of_decisions
from components.words.units import clock
from components.words.wording import number
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.replay.tree import Trace


def _states(trace: Trace) -> DataTable:
    body = [[n + 1, s["label"], s["jobs"], f"{100 * s['share']:.3f}"] for n, s in enumerate(trace["states"])]
    head = ["number", "state", "jobs running", "share of time (%)"]
    return DataTable("Mapping states and their share of time.", head, body)


def _transitions(trace: Trace) -> DataTable:
    labels = [state["label"] for state in trace["states"]]
    body = [
        [labels[t["source"]], labels[t["target"]], t["trigger"], t["count"], f"{100 * t['probability']:.2f}"]
        for t in trace["transitions"]
    ]
    head = ["from", "to", "trigger", "times", "probability given the state (%)"]
    unseen = "; those with 0 times are possible by the rules but were not seen" if trace["enumerated"] else ""
    return DataTable(f"Transitions{unseen}.", head, body)


def _schedule(trace: Trace) -> DataTable:
    bars = trace["bars"]
    blocks: dict[tuple[Any, ...], list[int]] = {}
    for n, job in enumerate(bars.get("job", [])):
        block = (job, bars["start"][n], bars["end"][n], bars["delay_class"][n])
        blocks.setdefault(block, []).append(bars["machine"][n])
    delays = len(trace["classes"]) > 1  # with one delay there is nothing to tell
    body = [
        [job + 1, number(start, 7), number(end, 7), len(machines)]
        + ([number(trace["classes"][k])] if delays else [])
        + [_spans(sorted(machines))]
        for (job, start, end, k), machines in sorted(blocks.items())
    ]
    head = ["job", "from (s)", "to (s)", "machines", *(["delay"] if delays else []), "machine numbers"]
    return DataTable("Blocks of the schedule.", head, body)


def _jobs(trace: Trace) -> DataTable:
    here, kinds = trace["present"], trace["kinds"]
    deadlines = any(time is not None for time in here["deadline"])
    body: list[list[Any]] = []
    for n, job in enumerate(here["job"]):
        arrival, start, end, deadline = here["arrival"][n], here["start"][n], here["end"][n], here["deadline"][n]
        late = None if end is None or deadline is None else max(0.0, end - deadline)
        row: list[Any] = [job + 1, *([kinds[here["kind"][n]]] if len(kinds) > 1 else []), number(arrival, 7)]
        row += [None if start is None else number(start - arrival, 5), number(start, 7), number(end, 7)]
        body.append([*row, here["size"][n] or None, *([number(deadline, 7), number(late, 5)] if deadlines else [])])
    head = ["job", *(["class"] if len(kinds) > 1 else []), "came (s)", "waited (s)", "started (s)", "ended (s)"]
    head += ["machines at the start", *(["deadline (s)", "late by (s)"] if deadlines else [])]
    return DataTable("Jobs that wait or run in this window.", head, body)


def _away(trace: Trace) -> DataTable:
    body = [
        [number(since, 7), number(until, 7), HATCHES[reason].words, len(machines), _spans(machines)]
        for since, until, reason, machines in times_away(trace)
    ]
    return DataTable(
        "Machines that are away in this window, or have their owners.",
        ["from (s)", "to (s)", "reason", "machines", "machine numbers"],
        body,
    )


def _spans(machines: list[int]) -> str:
    return ", ".join(f"{a + 1}–{b + 1}" if b > a else str(a + 1) for a, b in runs(machines))


def _allocation(trace: Trace) -> DataTable:
    body = [[number(time, 7), job + 1, size] for time, job, size in rows_of(trace)]
    head = ["from (s)", "job", "machines from then on"]
    return DataTable("Changes of the allocation; 0 machines are the end of the job.", head, body)


def _window(trace: Trace) -> DataTable:
    body = [[number(step["time"], 7), step["waiting"], step["running"], step["idle"]] for step in trace["steps"]]
    head = ["from (s)", "jobs waiting", "jobs running", "machines idle"]
    return DataTable("What is so after each event of this window.", head, body)


def _by_day(trace: Trace) -> DataTable:
    day = trace["by_day"]
    if day is None:
        return DataTable("Nothing in this study comes again every day.", ["time of day", "jobs waiting"], [])
    shares = list(day["utilization"].values())
    body = [
        [clock(time), number(queue, 3), number(low, 3), number(high, 3), number(running, 3)]
        + [f"{100 * share[n]:.1f}" for share in shares]
        for n, (time, queue, low, high, running) in enumerate(
            zip(day["time"], day["queue"], day["queue_low"], day["queue_high"], day["running"], strict=True)
        )
    ]
    head = ["time of day", "jobs waiting", "10 % of days below", "90 % of days below", "jobs running"]
    head += [f"utilization of {name} (%)" for name in day["utilization"]]
    return DataTable(f"Averages of {day['days']} days by quarters of an hour, at their middles.", head, body)


def _over_time(trace: Trace) -> DataTable:
    line = trace["timeline"]
    groups = list(line["utilization"])
    body = [
        [number(t, 7), number(line["queue"][n]), number(line["running"][n])]
        + [f"{100 * line['utilization'][g][n]:.1f}" for g in groups]
        for n, t in enumerate(line["time"])
    ]
    head = ["time (s)", "jobs waiting", "jobs running", *(f"utilization of {g} (%)" for g in groups)]
    return DataTable("Averages over equal spans of time.", head, body)


def _profit(trace: Trace) -> DataTable:
    profit = trace["profit"]
    body = [[number(time, 7), *(f"{profit[name][n]:.2f}" for name in PARTS)] for n, time in enumerate(profit["time"])]
    head = ["time (s)", "earned ($)", "lost by ending late ($)", "lost by rejecting jobs ($)", "still open ($)"]
    return DataTable("Profit up to each instant.", head, body)


def _reasons(trace: Trace) -> DataTable:
    asked = trace["submitted"]
    every = len(asked["reason"])
    body = []
    for reason, fate in FATES.items():
        rows = [n for n, of in enumerate(asked["reason"]) if of == reason]
        profit, earned = (round(sum(asked[name][n] for n in rows)) for name in ("profit", "earned"))
        body.append([fate.words, len(rows), f"{100 * len(rows) / every:.2f}", number(profit, 9), number(earned, 9)])
    head = ["outcome", "jobs", "share of the jobs (%)", "their largest profits ($)", "earned ($)"]
    return DataTable(f"What became of the first {every} submitted jobs.", head, body)


def _submitted(trace: Trace) -> DataTable:
    asked = trace["submitted"]
    body = [
        [
            n + 1,
            number(asked["demand"][n], 6),
            number(asked["deadline"][n], 6),
            f"{asked['profit'][n]:.2f}",
            f"{asked['earned'][n]:.2f}",
            FATES[Reason(reason)].words,
        ]
        for n, reason in enumerate(asked["reason"])
    ]
    head = ["job", "demand (s)", "time to the deadline (s)", "largest profit ($)", "earned ($)", "outcome"]
    return DataTable("Submitted jobs.", head, body)


def plan_table(trace: Trace, number_of_step: int) -> DataTable:
    """What is planned at a step."""
    step = step_of(trace, number_of_step)
    body = [
        [
            line["job"] + 1,
            line["state"],
            line["size"],
            number(line["since"], 7),
            number(line["until"], 7),
            number(line["deadline"], 7),
            words_of_line(line) + ("; the lookahead" if line.get("lookahead") else ""),
        ]
        for line in step["plan"]
    ]
    head = ["job", "state", "machines", "from (s)", "to (s)", "deadline (s)", "in words"]
    return DataTable(f"The plan at {number(step['time'], 7)} s.", head, body)


TABLES = {
    "states": _states,
    "transitions": _transitions,
    "schedule": _schedule,
    "schedule-jobs": _jobs,
    "away": _away,
    "allocation": _allocation,
    "over-time-window": _window,
    "over-time": _over_time,
    "by-day": _by_day,
    "profit": _profit,
    "reasons": _reasons,
    "submitted": _submitted,
    "decisions": table_of_decisions,
}
STEP_TABLES = {"plan": plan_table}
