"""What the replay tabs say about a trace: sentences and tables."""

from typing import Any, NamedTuple

import dash_mantine_components as dmc
from dash import html

from components.controls.data_table import DataTable, create_table
from components.wording import number, point_words
from engine.scenario import Scenario


class Offer(NamedTuple):
    """What of a study can be replayed, and the point to begin with, a third of the way up."""

    policies: list[str]
    points: list[dict[str, str]]
    point: str
    replications: int


def offer(scenario: Scenario) -> Offer:
    """What of the study of *scenario* can be replayed."""
    points = [{"value": str(n), "label": point_words(scenario, values)} for n, values in enumerate(scenario.points())]
    return Offer(list(scenario.policies), points, str(len(points) // 3), scenario.study.replications)


def table_of(name: str, trace: dict[str, Any]) -> DataTable:
    """The data table behind one picture of a trace."""
    return {
        "states": _states,
        "transitions": _transitions,
        "schedule": _schedule,
        "over-time": _over_time,
        "decisions": _decisions,
    }[name](trace)


def _states(trace: dict[str, Any]) -> DataTable:
    body = [[s["label"], s["jobs"], f"{100 * s['share']:.3f}"] for s in trace["states"]]
    return DataTable("Mapping states and their share of time.", ["state", "jobs running", "share of time (%)"], body)


def _transitions(trace: dict[str, Any]) -> DataTable:
    labels = [state["label"] for state in trace["states"]]
    body = [
        [labels[t["source"]], labels[t["target"]], t["trigger"], t["count"], f"{100 * t['probability']:.2f}"]
        for t in trace["transitions"]
    ]
    head = ["from", "to", "trigger", "times", "probability given the state (%)"]
    return DataTable("Transitions; those with 0 times are possible by the rules but were not seen.", head, body)


def _schedule(trace: dict[str, Any]) -> DataTable:
    bars = trace["bars"]
    blocks: dict[tuple[Any, ...], list[int]] = {}
    for n, job in enumerate(bars.get("job", [])):
        blocks.setdefault((job, bars["start"][n], bars["end"][n], bars["delay_class"][n]), []).append(
            bars["machine"][n]
        )
    body = [
        [
            job + 1,
            number(start, 7),
            number(end, 7),
            len(machines),
            number(trace["classes"][k]),
            _spans(sorted(machines)),
        ]
        for (job, start, end, k), machines in sorted(blocks.items())
    ]
    return DataTable(
        "Blocks of the schedule.", ["job", "from (s)", "to (s)", "machines", "delay", "machine numbers"], body
    )


def _spans(machines: list[int]) -> str:
    spans: list[list[int]] = []
    for machine in machines:
        if spans and spans[-1][1] == machine - 1:
            spans[-1][1] = machine
        else:
            spans.append([machine, machine])
    return ", ".join(f"{a + 1}–{b + 1}" if b > a else str(a + 1) for a, b in spans)


def _over_time(trace: dict[str, Any]) -> DataTable:
    line = trace["timeline"]
    groups = list(line["utilization"])
    body = [
        [number(t, 7), number(line["queue"][n]), number(line["running"][n])]
        + [f"{100 * line['utilization'][g][n]:.1f}" for g in groups]
        for n, t in enumerate(line["time"])
    ]
    head = ["time (s)", "jobs waiting", "jobs running", *(f"utilization of {g} (%)" for g in groups)]
    return DataTable("Averages over equal spans of time.", head, body)


def _decisions(trace: dict[str, Any]) -> DataTable:
    body = []
    for step in trace["steps"]:
        for decision in step["decisions"]:
            for c in decision.get("candidates", []):
                delay = number(c["expected_delay"], 4)
                chosen = "chosen" if c["chosen"] else ""
                k = number(trace["classes"][c["delay_class"]])
                body.append(
                    [
                        number(step["time"], 7),
                        decision["job"] + 1,
                        decision["outcome"],
                        k,
                        c["available"],
                        c["size"],
                        delay,
                        chosen,
                    ]
                )
    head = ["time (s)", "job", "outcome", "delay of class", "available", "machines", "expected delay", "chosen"]
    return DataTable("Decisions of the window with their candidates.", head, body)


def describe_states(trace: dict[str, Any]) -> str:
    """One sentence on the state diagram."""
    visited = [state for state in trace["states"] if state["share"] > 0]
    top = ", ".join(f"{state['label']} {100 * state['share']:.0f} %" for state in visited[:3])
    only = len(trace["states"]) - len(visited)
    possible = f"; {only} more are possible by the rules" if trace["enumerated"] and only else ""
    return (
        f"{trace['policy']} visits {len(visited)} mapping states in {number(trace['jobs'], 6)} jobs, "
        f"most of the time {top}{possible}. A state lists the machines allocated in each delay class. "
        "Area is the share of time, width the probability given the state; "
        "faint dotted edges are possible but were not seen."
    )


def describe_schedule(trace: dict[str, Any]) -> str:
    """One sentence on the schedule."""
    steps = trace["steps"]
    return (
        f"The machines from job {trace['first_job'] + 1} on, "
        f"{number(steps[0]['time'], 6)} s to {number(steps[-1]['time'], 6)} s. "
        "Each colour is a job; where jobs share a machine, its row is split into strips."
    )


def describe_over_time(trace: dict[str, Any]) -> str:
    """One sentence on queue and utilization."""
    line = trace["timeline"]
    peak = max(line["queue"])
    shares = ", ".join(f"{name} {100 * sum(v) / len(v):.0f} %" for name, v in line["utilization"].items())
    return (
        f"One whole replication in {len(line['time'])} equal spans: "
        f"the queue peaks at {number(peak, 3)} jobs (average of a span); "
        f"mean utilization {shares}."
    )


def explain(trace: dict[str, Any], number_of_step: int) -> list[Any]:
    """The decisions of one event, in words and with their candidates."""
    step = trace["steps"][max(0, min(number_of_step, len(trace["steps"]) - 1))]
    head = html.H2(f"At {number(step['time'], 7)} s: {step['trigger']} (job {step['job'] + 1})")
    if not step["decisions"]:
        return [head, html.P("Nothing had to be decided: no job was waiting and none could gain by moving.")]
    return [head, *(part for decision in step["decisions"] for part in _explain_one(trace, decision))]


def _explain_one(trace: dict[str, Any], decision: dict[str, Any]) -> list[Any]:
    job = decision["job"] + 1
    if "idle" in decision:
        needed, idle = decision["needed"], decision["idle"]
        text = f"Job {job} {decision['outcome']}: it needs {needed} idle machines, {idle} are idle."
        return [html.P(text)]
    chosen = next((c for c in decision["candidates"] if c["chosen"]), None)
    delay = number(trace["classes"][chosen["delay_class"]]) if chosen else ""
    if decision["outcome"] == "starts" and chosen:
        text = (
            f"Job {job} starts on {chosen['size']} machines at delay {delay}: the shortest expected delay, "
            f"{delay} / {chosen['size']} = {number(chosen['expected_delay'], 3)}."
        )
    elif decision["outcome"] == "migrates" and chosen:
        old = number(trace["classes"][decision["from_class"]])
        text = (
            f"Job {job} migrates from delay {old} to delay {delay}, the fastest class with {chosen['size']} machines."
        )
    else:
        text = f"Job {job} waits: no delay class has the {decision['smallest']} machines that it needs at least."
    body = [
        [
            number(trace["classes"][c["delay_class"]]),
            c["available"],
            c["size"] if c["expected_delay"] is not None else "–",
            number(c["expected_delay"], 4),
            "◀ chosen" if c["chosen"] else "" if c["expected_delay"] is not None else "too few machines",
        ]
        for c in decision["candidates"]
    ]
    head = ["delay of class", "available machines", "machines it would get", "expected delay", "choice"]
    return [html.P(dmc.Text(text, fw=600)), create_table(DataTable(f"Candidates for job {job}.", head, body))]
