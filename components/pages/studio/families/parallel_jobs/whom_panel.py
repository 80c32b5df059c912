"""The tab that says for whom a policy is good: users, sizes and run times, hours of the week."""

from collections.abc import Iterable, Iterator
from math import exp
from typing import Any, NamedTuple

import dash_mantine_components as dmc
import plotly.graph_objects as go
from dash import html

from components.controls.aria import aria
from components.controls.data_table import DataTable
from components.controls.picture import create_picture
from components.figures.parallel_jobs.logs.load_picture import draw_loads
from components.figures.parallel_jobs.logs.log_pictures import DAYS
from components.figures.parallel_jobs.logs.whom_pictures import (
    FEWEST,
    HOURS_VIEWS,
    MOST,
    Whom,
    draw_hours,
    draw_sizes,
    draw_users,
    user_name,
)
from components.figures.parallel_jobs.logs.work_and_waiting import draw_shares
from components.pages.studio.answer.fair import chosen_point
from components.pages.studio.details import create_details
from components.pages.studio.face import ResultPictures
from components.pages.studio.families.parallel_jobs.fair_start_panel import create_fair_starts
from components.pages.studio.families.parallel_jobs.ids import Id
from components.pages.studio.panel import create_panel, create_text
from components.visits.answers import answer_of, at_point
from components.words.units import instant
from components.words.wording import MISSING, number
from engine.parallel_jobs.analyses.for_whom import AS_RECORDED, HOURS, STEP
from engine.parallel_jobs.analyses.for_whom import MOST as COLUMNS
from engine.results.result import Result


def create_loads() -> list[Any]:
    """The picture and its numbers."""
    return [
        create_picture(
            Id.WHOM_LOADS,
            f"How many jobs came after which load of the last {HOURS} hours, and with which bounded slowdown, a map "
            "for each policy; the table below has the numbers.",
            height="64vh",
            shape="cells",
        ),
        create_details("whom-loads", of="load and performance"),
    ]


def loads_words(whom: Whom) -> str:
    """Where it gets worse: the slowdown after little and after much load, of each policy."""
    said = [part for policy, told in whom["policies"].items() if (part := _halves(policy, told["loads"]))]
    if not said:
        return ""
    return (
        f"The load before an arrival is the work that came in the {HOURS} hours before it, over what the cluster can "
        f"do in them. Bounded slowdown (geometric mean) after a load below and from 100 %: {'; '.join(said)}."
    )


def _halves(policy: str, found: dict[str, Any]) -> str:
    """Nothing where all came after the one or the other."""
    jobs = [sum(row[column] for row in found["jobs"]) for column in range(len(found["load"]))]
    halves = []
    for is_high in (False, True):
        there = [n for n, low in enumerate(found["load"]) if (low >= 1 - STEP / 2) == is_high and jobs[n]]
        if not (count := sum(jobs[n] for n in there)):
            return ""
        halves.append(number(exp(sum(jobs[n] * found["mean"][n] for n in there) / count), 2))
    return f"{policy} {halves[0]} and {halves[1]}"


def loads_table(whom: Whom) -> DataTable:
    """Every bin of load with jobs, under every policy."""
    rows = []
    for policy, told in whom["policies"].items():
        found = told["loads"]
        whole = sum(map(sum, found["jobs"]))
        for column, (low, mean) in enumerate(zip(found["load"], found["mean"], strict=True)):
            jobs = sum(row[column] for row in found["jobs"])
            upper = f"{100 * (low + STEP):.3g}" if column < COLUMNS - 1 else MISSING
            values = [number(100 * jobs / whole, 3), MISSING if mean is None else number(exp(mean), 4)]
            if jobs:
                rows.append([policy, f"{100 * low:.3g}", upper, f"{jobs:,}", *values])
    head = ["Policy", "Load from (%)", "Load to (%)", "Jobs", "Jobs (%)", "Bounded slowdown (geometric mean)"]
    return DataTable(f"Slowdowns by the load of the {HOURS} hours before the arrival", head, rows)


class Part(NamedTuple):
    """What is told, and which of the hours' pictures is asked for."""

    whom: Whom
    view: str


def create_whom_panel() -> html.Div:
    """The pictures, the sentence on them, and the numbers; and what comes by itself: how fair starts are."""
    return create_panel(
        create_text(Id.WHOM_TEXT),
        create_details("whom-overall", of="the policies"),
        create_picture(
            Id.WHOM_USERS,
            "Mean wait of the ten users with most work, by policy; the table below has the numbers.",
            height="44vh",
            shape="bars",
        ),
        create_details("whom-users", of="the users"),
        create_picture(
            Id.WHOM_SHARES,
            "Share of all waiting over share of all work, of users and of groups; the tables have the numbers.",
            height="48vh",
        ),
        create_details("whom-groups", of="the groups"),
        *create_fair_starts(),
        create_picture(
            Id.WHOM_SIZES,
            "Mean bounded slowdown by size and run time, a map for each policy; the table below has the numbers.",
            height="64vh",
            shape="cells",
        ),
        create_details("whom-sizes", of="sizes and run times"),
        *create_loads(),
        dmc.SegmentedControl(
            id=Id.WHOM_HOURS_VIEW,
            data=[{"value": view, "label": words} for view, words in HOURS_VIEWS.items()],
            value="wait",
            size="xs",
            **aria(label="What is shown of the hours of the week"),
        ),
        create_picture(
            Id.WHOM_HOURS,
            "Hours of the week, a map for each policy; the table below has the numbers.",
            height="56vh",
            shape="cells",
        ),
        create_details("whom-hours", of="the hours"),
    )


def _part(result: Result, wanted: str | None, view: Any) -> Part:
    whom: Any = answer_of("for_whom", at_point(result.scenario, chosen_point(result, wanted)))
    return Part(whom, view if view in HOURS_VIEWS else "wait")


def describe(result: Result, part: Part) -> str:
    """For how many jobs and users it is told, and how evenly each policy treats them."""
    policies = part.whom["policies"]
    first = next(iter(policies.values()))
    jobs, users = int(first["overall"]["jobs"]), first["known_users"]
    said = [
        f"{jobs:,} measured jobs" + (f" of {users:,} users" if users else "") + ", replication 1; of one schedule "
        "there is no interval: the tab Curves has those of the study.",
        f"Grey cells have fewer than {FEWEST} jobs.",
    ]
    if not users:
        said.append("Nothing is known of whose jobs they are.")
    if users > 1:
        even = "; ".join(
            f"{name} {number(told['gini'], 3)} ({number(told['jain'], 3)})" for name, told in policies.items()
        )
        said.append(f"Gini coefficient (Jain index) of users' mean bounded slowdowns: {even}.")
    if users > 1 or len(first["groups"]["name"]) > 1:
        said.append("Whoever is above the line has a larger share of all waiting than of all work.")
    if AS_RECORDED in policies:
        said.append(
            "As recorded is what the machine's own scheduler did to the same jobs in the same weeks. It is no policy: "
            "it had outages, reservations and priorities that the log does not show, so no paired test compares it."
        )
    if len(policies) > MOST:
        said.append(f"The maps show the first {MOST} of {len(policies)}; switch policies off to see others.")
    return " ".join([*said, loads_words(part.whom)]).strip()


def _row(values: list[Any]) -> list[Any]:
    return [MISSING if one is None else number(one, 4) if isinstance(one, float) else one for one in values]


def overall_table(_result: Result, part: Part) -> DataTable:
    """The means of each policy beside what was recorded."""
    names = ("wait", "median_wait", "wait_p95", "largest_wait")
    rows = []
    for policy, told in part.whom["policies"].items():
        found = told["overall"]
        waits = [MISSING if name not in found else instant(found[name]) for name in names]
        share = 100 * found["waited"] if "waited" in found else None
        rows.append(_row([policy, f"{int(found['jobs']):,}", found["hours"], *waits, share, found.get("slowdown")]))
    head = ["Policy", "Jobs", "Processor-hours", "Mean wait", "Median wait", "95th percentile", "Largest wait"]
    return DataTable(
        "Each policy over the measured jobs", [*head, "Jobs that waited (%)", "Mean bounded slowdown"], rows
    )


def users_table(_result: Result, part: Part) -> DataTable:
    """Every user under every policy, those with most work first."""
    rows = [
        row
        for policy, told in part.whom["policies"].items()
        for row in _of_whom(policy, map(user_name, told["users"]["user"]), told["users"])
    ]
    return DataTable("Users, most work first; their numbers are no names", ["User", *OF_WHOM], rows)


def groups_table(_result: Result, part: Part) -> DataTable:
    """Every group under every policy, those with most work first."""
    rows = [
        row
        for policy, told in part.whom["policies"].items()
        for row in _of_whom(policy, told["groups"]["name"], told["groups"])
    ]
    return DataTable("Groups: those who share, or of a log field 13; most work first", ["Group", *OF_WHOM], rows)


OF_WHOM = (
    *("Policy", "Jobs", "Processor-hours", "Share of work (%)", "Share of waiting (%)"),
    *("Mean wait (min)", "Mean bounded slowdown"),
)


def _of_whom(policy: str, names: Iterable[str], told: dict[str, Any]) -> Iterator[list[Any]]:
    columns = (told[name] for name in ("jobs", "hours", "work_share", "waiting_share", "wait", "slowdown"))
    for name, jobs, hours, work, waiting, wait, slowdown in zip(names, *columns, strict=True):
        yield _row([name, policy, f"{jobs:,}", hours, 100 * work, 100 * waiting, wait / 60, slowdown])


def sizes_table(_result: Result, part: Part) -> DataTable:
    """Every cell with jobs, under every policy."""
    rows = [
        _row([policy, size, run, f"{jobs:,}", slowdown])
        for policy, told in part.whom["policies"].items()
        for size, counts, values in zip(*(told["sizes"][name] for name in ("size", "jobs", "slowdown")), strict=True)
        for run, jobs, slowdown in zip(told["sizes"]["run"], counts, values, strict=True)
        if jobs
    ]
    head = ["Policy", "Processors, up to", "Run time from (s)", "Jobs", "Mean bounded slowdown"]
    return DataTable("Slowdowns by size and run time", head, rows)


def hours_table(_result: Result, part: Part) -> DataTable:
    """Every hour of the week, under every policy."""
    rows = []
    for policy, told in part.whom["policies"].items():
        hours = told["hours"]
        columns = zip(*(hours[name] for name in ("arrivals", "load", "queue", "wait")), strict=True)
        for hour, (arrivals, load, queue, wait) in enumerate(columns):
            values = [None if load is None else 100 * load, queue, None if wait is None else wait / 60]
            rows.append(_row([f"{DAYS[hour // 24]} {hour % 24}:00", policy, f"{arrivals:,}", *values]))
    head = ["Hour", "Policy", "Arrivals", "Load that arrives (%)", "Jobs that wait", "Mean wait (min)"]
    return DataTable("Hours of the week", head, rows)


def _users(_result: Result, part: Part, scheme: str) -> go.Figure:
    return draw_users(part.whom, scheme)


def _shares(_result: Result, part: Part, scheme: str) -> go.Figure:
    return draw_shares(part.whom, scheme)


def _sizes(_result: Result, part: Part, scheme: str) -> go.Figure:
    return draw_sizes(part.whom, scheme)


def _loads(_result: Result, part: Part, scheme: str) -> go.Figure:
    return draw_loads(part.whom, scheme)


def _hours(_result: Result, part: Part, scheme: str) -> go.Figure:
    return draw_hours(part.whom, part.view, scheme)


WHOM = ResultPictures(
    figures={
        Id.WHOM_USERS: _users,
        Id.WHOM_SHARES: _shares,
        Id.WHOM_SIZES: _sizes,
        Id.WHOM_LOADS: _loads,
        Id.WHOM_HOURS: _hours,
    },
    sentences={Id.WHOM_TEXT: describe},
    tables={
        "whom-overall": overall_table,
        "whom-users": users_table,
        "whom-groups": groups_table,
        "whom-sizes": sizes_table,
        "whom-loads": lambda _result, part: loads_table(part.whom),
        "whom-hours": hours_table,
    },
    field=Id.WHOM_HOURS_VIEW,
    part=_part,
)
