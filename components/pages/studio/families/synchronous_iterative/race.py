"""What the race shows: its picture, the sentence on it, its tables, and what the player needs.

There is one decision, the choice of the machines; what follows from it is played iteration by iteration.
"""

from typing import Any

import plotly.graph_objects as go

from components.controls.data_table import DataTable
from components.figures.common.asked_for import asked_for
from components.figures.synchronous_iterative.race import draw_race, length_of, name_of, site_numbers
from components.pages.studio.families.synchronous_iterative.words import describe_choice
from components.pages.studio.race.parted import Told, moments_of, parted, table_of_differences
from components.pages.studio.race.player import play
from components.words.wording import MISSING, number
from engine.contract.course import Change
from engine.synchronous_iterative.replay.machine_course import course_of
from engine.synchronous_iterative.replay.tree import Trace

Traces = dict[str, Trace]


def _words(_policy: str, change: Change | None, _before: Change | None) -> str:
    return "is taken" if change else "is not taken"


def told_of(traces: Traces) -> Told:
    """Which machines are taken under each policy."""
    return Told({policy: course_of(trace) for policy, trace in traces.items()}, _words, "machine")


def draw(traces: Traces, scheme: str) -> go.Figure:
    """The picture."""
    return draw_race(traces, moments_of(told_of(traces)), scheme)


def describe(traces: Traces) -> str:
    """How long the iterations take under each, and that there is one decision."""
    line = asked_for(next(iter(traces.values()))["timeline"])
    first, last = line["number"][0] + 1, line["number"][-1] + 1
    took = ", ".join(
        f"{number(length_of(asked_for(trace['timeline'])), 4)} s under {policy}" for policy, trace in traces.items()
    )
    which = f"Iterations {first} to {last} take" if last > first else f"Iteration {first} takes"
    found = parted(told_of(traces))
    parts = found[0].said if found else "All take the same machines."
    return (
        f"{which} {took}. {parts} Machines are chosen once, so that policies part at the begin or never. "
        "At the same time of the run a machine has the same background jobs, whoever takes it."
    )


def table_of_race(traces: Traces) -> DataTable:
    """A row for each machine and iteration: how long it computes and waits under each policy, s."""
    first = next(iter(traces.values()))
    names = {policy: site_numbers(trace) for policy, trace in traces.items()}
    body: list[list[object]] = []
    for n, number_of in enumerate(asked_for(first["timeline"])["number"]):
        for machine in sorted(set().union(*names.values())):
            line: list[object] = [number_of + 1, machine + 1, name_of(first, machine)]
            for policy, trace in traces.items():
                own = asked_for(trace["timeline"])
                if machine not in names[policy] or n >= len(own["begin"]):
                    line += [MISSING, MISSING]
                    continue
                arrived = own["arrived"][n][names[policy].index(machine)]
                line += [number(arrived - own["begin"][n], 5), number(own["barrier"][n] - arrived, 4)]
            body.append(line)
    head = ["iteration", "machine", "which"]
    head += [f"{policy} {what} (s)" for policy in traces for what in ("computes", "waits")]
    return DataTable("When each machine was at the barrier under each policy, and how long it waited.", head, body)


def _differences(traces: Traces) -> DataTable:
    return table_of_differences(told_of(traces))


def race_player(traces: Traces) -> dict[str, Any]:
    """The begins and barriers of the iterations, and who was last, by policy."""
    found = parted(told_of(traces))
    events = {policy: sorted({0.0, *_at_barriers(trace)}) for policy, trace in traces.items()}

    def done(policy: str, n: int) -> int:
        return sum(at <= events[policy][max(0, n)] for at in _at_barriers(traces[policy]))

    def said(policy: str, n: int) -> str:
        count = done(policy, n)
        return f"{count} iteration{'' if count == 1 else 's'} done"

    def reason(policy: str, n: int, _machines: tuple[int, ...]) -> list[str]:
        trace = traces[policy]
        count = done(policy, n)
        if not count:
            return ["Before the first iteration.", describe_choice(trace)]
        return [f"At {number(events[policy][n], 5)} s.", _barrier_words(trace, count - 1)]

    return play(events, found, said, reason)


def _at_barriers(trace: Trace) -> list[float]:
    """When the barriers of the iterations that are shown are reached, s since the first of them began."""
    line = asked_for(trace["timeline"])
    return [barrier - line["since"] for barrier in line["barrier"]]


def _barrier_words(trace: Trace, n: int) -> str:
    line, names = asked_for(trace["timeline"]), site_numbers(trace)
    last, barrier = names[line["last"][n]], line["barrier"][n]
    mean = sum(barrier - one for one in line["arrived"][n]) / len(names)
    return (
        f"Iteration {line['number'][n] + 1} took {number(barrier - line['begin'][n], 4)} s: machine {last + 1} "
        f"({name_of(trace, last)}) was last, and a machine waited {number(mean, 3)} s on average."
    )


RACE_TABLES = {"race": table_of_race, "race-differences": _differences}
"""By the names of their places."""
