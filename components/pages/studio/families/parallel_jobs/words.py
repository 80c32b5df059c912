"""What the pictures of a replication of parallel jobs show, in sentences."""

from itertools import pairwise
from math import ceil

from components.figures.parallel_jobs.allocation import allocation_of, shares_of
from components.figures.parallel_jobs.job_groups import waits_until_start
from components.figures.parallel_jobs.job_words import span
from components.figures.parallel_jobs.over_time import course_of, means_of
from components.figures.parallel_jobs.schedules.plan import lookahead_of
from components.figures.parallel_jobs.schedules.schedule_away import HATCHES, times_away
from components.figures.parallel_jobs.states.kept_states import kept_states
from components.figures.parallel_jobs.states.state_diagram import SQUARES
from components.figures.parallel_jobs.states.state_edges import edges_of
from components.figures.parallel_jobs.taken import FATES, counts
from components.pages.studio.families.parallel_jobs.why.answer import step_of
from components.words.units import clock, instant
from components.words.wording import number
from engine.parallel_jobs.replay.tree import Trace
from engine.parallel_jobs.replay.window import MOST_STEPS


def describe_states(trace: Trace) -> str:
    """One sentence or two on the state diagram."""
    visited = [state for state in trace["states"] if state["share"] > 0]
    top = ", ".join(f"{state['label']} {number(100 * state['share'], 2)} %" for state in visited[:3])
    only = len(trace["states"]) - len(visited)
    possible = f"; {only} more are possible by the rules" if trace["enumerated"] and only else ""
    meaning = "the machines allocated in each delay class" if len(trace["classes"]) > 1 else "the sizes of running jobs"
    kept, (edges, hidden) = kept_states(trace), edges_of(trace)
    left_out = f" Shown are the {len(kept.states)} most visited; {kept.words}." if kept.left_out else ""
    if hidden:
        left_out += f" Of the transitions between them the {len(edges)} most frequent are drawn, {hidden} are not."
    faint = " Dotted: possible, never happened." if trace["enumerated"] else ""
    machines = len(trace["machine_group"])
    each = ceil(machines / SQUARES)
    squares = "a machine" if each == 1 else f"{each} machines"
    return (
        f"{trace['policy']} visits {len(visited)} mapping states in {number(trace['jobs'], 6)} jobs, "
        f"most of the time {top}{possible}. A state lists {meaning}.{left_out} "
        f"Big circle: the cluster is often in this state; each square is {squares}, colored by its job. "
        f"Thick arrow: the usual next step.{faint}"
    )


def is_cut(trace: Trace) -> bool:
    """Whether there were more events in the window than are shown."""
    return len(trace["steps"]) >= MOST_STEPS


def describe_schedule(trace: Trace) -> str:
    """One sentence on the schedule."""
    steps = trace["steps"]
    strips = "; where jobs share a machine, its row is split into strips" if any(trace["bars"].get("slot", [])) else ""
    cut = f" More than {MOST_STEPS} events follow until its last job ends; these are the first." * is_cut(trace)
    return (
        f"The machines from job {trace['first_job'] + 1} on, "
        f"{instant(steps[0]['time'])} to {instant(steps[-1]['time'])}{strips}.{cut} "
        f"{_waits_words(trace)}{_deadlines_words(trace)}{_away_words(trace)}"
    ).rstrip()


def _waits_words(trace: Trace) -> str:
    waits = waits_until_start(trace)
    some = [wait for wait in waits.values() if wait > 0]
    most = max(step["waiting"] for step in trace["steps"])
    if not some:
        return f"None of {len(waits)} jobs waits. "
    return (
        f"{len(some)} of {len(waits)} jobs wait{'s' * (len(some) == 1)}, the longest for {span(max(some))}; "
        f"up to {most} at one time. "
    )


def _deadlines_words(trace: Trace) -> str:
    here = trace["present"]
    rows = list(zip(here["end"], here["deadline"], strict=True))
    ended = [(end, deadline) for end, deadline in rows if end is not None and deadline is not None]
    late = sum(end > deadline for end, deadline in ended)
    return f"{late or 'None'} of {len(ended)} jobs miss{'es' * (late < 2)} the deadline. " if ended else ""


def _away_words(trace: Trace) -> str:
    times = times_away(trace)
    told = []
    for reason, hatch in HATCHES.items():
        machines = {machine for gone in times if gone.reason == reason for machine in gone.machines}
        if machines:
            told.append(f"{hatch.words} {len(machines)}")
    return f"Hatched machines: {', '.join(told)}." if told else ""


def describe_allocation(trace: Trace) -> str:
    """One sentence on the machines allocated."""
    found, machines = allocation_of(trace), len(trace["machine_group"])
    lanes = 1 + max((share.lane for share in shares_of(found)), default=0)
    shrunk, expanded = found.resizes()
    jobs = len({job for sizes in found.sizes for job in sizes})
    resized = (
        f"{_times(shrunk)} a job shrinks and {_times(expanded)} one expands" if shrunk + expanded else "none resized"
    )
    return (
        f"{jobs} jobs run in this window, {resized}; on average {number(found.mean(), 3)} of {machines} machines are "
        f"allocated. Each job keeps its lane, one of {lanes}, from its start to its end; its height are its machines."
    )


def _times(count: int) -> str:
    return f"{count} time{'' if count == 1 else 's'}"


def describe_over_time(trace: Trace) -> str:
    """One sentence on queue and utilization."""
    line = trace["timeline"]
    peak = max(line["queue"])
    shares = ", ".join(f"{name} {100 * sum(v) / len(v):.0f} %" for name, v in line["utilization"].items())
    steps, day = trace["steps"], trace["by_day"]
    window = course_of(trace, "window")
    spans = [after - before for before, after in pairwise(window.waiting[0])]
    mean = sum(span * count for span, count in zip(spans, window.waiting[1], strict=False)) / (sum(spans) or 1.0)
    folded = ""
    if day is not None:
        most = max(range(len(day["queue"])), key=lambda n: day["queue"][n])
        folded = (
            f" Of {number(day['days'], 6)} whole days the queue is longest about {clock(day['time'][most])}, "
            f"with {number(day['queue'][most], 3)} jobs on average."
        )
    return (
        f"In this window {number(mean, 3)} jobs wait on average, up to {max(step['waiting'] for step in steps)}. "
        f"In the whole run {number(means_of(trace).waiting, 3)} do; the queue peaks at {number(peak, 3)} (average of "
        f"one of {len(line['time'])} spans), mean utilization {shares}.{folded}"
    )


def describe_profit(trace: Trace) -> str:
    """One sentence on the profit of the whole replication."""
    earned, late, rejected = (trace["profit"][name][-1] for name in ("earned", "lost_late", "lost_rejected"))
    every = earned + late + rejected or 1.0
    return (
        f"Of {number(every, 4)} $ that all {number(trace['jobs'], 6)} jobs of this replication could bring, "
        f"{trace['policy']} earns {100 * earned / every:.1f} %; {100 * late / every:.1f} % are lost by ending late, "
        f"{100 * rejected / every:.1f} % by rejecting jobs."
    )


def describe_taken(trace: Trace) -> str:
    """One sentence on who was taken."""
    found, every = counts(trace), len(trace["submitted"]["reason"])
    told = ", ".join(f"{FATES[reason].words} {times} ({100 * times / every:.0f} %)" for reason, times in found.items())
    return (
        f"The first {number(every, 6)} submitted jobs, one marker each: {told}. Below the dotted line no number of the "
        f"{len(trace['machine_group'])} machines can meet the deadline."
    )


def describe_plan(trace: Trace, number_of_step: int) -> str:
    """One sentence on the plan at a step."""
    step = step_of(trace, number_of_step)
    states = ["waiting" if line["since"] is None else line["state"] for line in step["plan"]]
    parts = [
        f"{states.count(state)} {words}"
        for state, words in (("running", "running"), ("reserved", "with a place reserved"), ("waiting", "waiting"))
        if state in states
    ]
    ahead = lookahead_of(step["plan"])
    lookahead = (
        f" The lookahead is the end of job {ahead.job + 1}, by its deadline at {number(ahead.deadline, 7)} s."
        if ahead
        else ""
    )
    return f"The plan at {number(step['time'], 7)} s: {', '.join(parts) or 'no jobs'}.{lookahead}"
