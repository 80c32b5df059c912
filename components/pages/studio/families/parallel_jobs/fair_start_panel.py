"""How much later jobs start because of those who came after them: below the users of the tab, when it is computed."""

from typing import Any

import plotly.graph_objects as go

from components.controls.data_table import DataTable
from components.controls.picture import create_picture
from components.figures.parallel_jobs.logs.fair_starts import FairStarts, draw_fair_starts
from components.figures.parallel_jobs.logs.whom_pictures import user_name
from components.pages.studio.answer.fair import chosen_point
from components.pages.studio.details import create_details
from components.pages.studio.face import ResultPictures
from components.pages.studio.families.parallel_jobs.ids import Id
from components.pages.studio.panel import create_text
from components.visits.answers import answers_of, at_point
from components.words.units import instant
from components.words.wording import MISSING, number
from engine.results.result import Result


def create_fair_starts() -> list[Any]:
    """The sentence, the picture, and the numbers."""
    return [
        create_text(Id.FAIR_START_TEXT),
        create_picture(
            Id.FAIR_STARTS,
            "Mean fair-start miss and share of jobs with one, by policy; the tables below have the numbers.",
            height="40vh",
            shape="bars",
        ),
        create_details("fair-starts", of="fair-start misses"),
        create_details("fair-start-users", of="whose misses they are"),
    ]


def _part(result: Result, wanted: str | None, _value: Any) -> FairStarts:
    policies, point = result.scenario.policies, at_point(result.scenario, chosen_point(result, wanted))
    return dict(zip(policies, answers_of("fair_start", [(point, policy, 0) for policy in policies]), strict=True))


def describe(_result: Result, told: FairStarts) -> str:
    """What a miss is, of how many jobs it is told, and under which policies it is not."""
    said = [
        "A job's fair start is when it would have started under the same policy if nobody had come after it; its miss "
        "is how much later it did. Replication 1."
    ]
    asked = {policy: one for policy, one in told.items() if not one["refused"]}
    if some := [policy for policy, one in asked.items() if one["asked"] < one["measured"]]:
        jobs = ", ".join(f"{asked[policy]['asked']:,} of {asked[policy]['measured']:,} ({policy})" for policy in some)
        said.append(f"Whiskers and ± are standard errors, where jobs were drawn: {jobs}.")
    elif asked:
        said.append(f"Of all {next(iter(asked.values()))['measured']:,} measured jobs.")
    said += [f"{policy}: {one['refused']}." for policy, one in told.items() if one["refused"]]
    return " ".join(said)


def policies_table(_result: Result, told: FairStarts) -> DataTable:
    """The misses under each policy."""
    rows: list[list[Any]] = []
    for policy, one in told.items():
        if one["refused"]:
            rows.append([policy, *[MISSING] * 7])
            continue
        miss, missed = one["miss"], one["missed"]
        values = [_number(miss["mean"], 1 / 60), _error(one, "miss", 1 / 60)]
        values += [_number(missed["mean"], 100), _error(one, "missed", 100)]
        rows.append([policy, f"{one['measured']:,}", f"{one['asked']:,}", *values, instant(one["largest"])])
    head = ["Policy", "Jobs", "Jobs asked about", "Mean miss (min)", "± standard error", "Jobs that missed (%)"]
    return DataTable("Fair-start misses", [*head, "± standard error", "Largest miss"], rows)


def users_table(_result: Result, told: FairStarts) -> DataTable:
    """The misses of each user and each group under each policy, whoever has lost most first."""
    rows = []
    for policy, one in told.items():
        if one["refused"]:
            continue
        of = [(user_name(user), "users", n) for n, user in enumerate(one["users"]["number"])]
        if len(groups := one["groups"]["name"]) > 1:
            of += [(name, "groups", n) for n, name in enumerate(groups)]
        for name, part, n in of:
            jobs, missed, mean, largest, share = (
                one[part][column][n] for column in ("jobs", "missed", "mean", "largest", "share")
            )
            values = [_number(missed / jobs, 100), _number(mean, 1 / 60), instant(largest), _number(share, 100)]
            rows.append([name, policy, f"{jobs:,}", *values])
    head = ["User or group", "Policy", "Jobs asked about", "Jobs that missed (%)", "Mean miss (min)", "Largest miss"]
    return DataTable(
        "Whose misses they are: users, then groups, whoever lost most first", [*head, "Share of all misses (%)"], rows
    )


def _number(value: float, scale: float) -> str:
    return number(scale * value, 4)


def _error(one: dict[str, Any], name: str, scale: float) -> str:
    error = one[name]["error"]
    return MISSING if error is None else number(scale * error, 2)


def _figure(_result: Result, told: FairStarts, scheme: str) -> go.Figure:
    return draw_fair_starts({policy: one for policy, one in told.items() if not one["refused"]}, scheme)


FAIR_START = ResultPictures(
    figures={Id.FAIR_STARTS: _figure},
    sentences={Id.FAIR_START_TEXT: describe},
    tables={"fair-starts": policies_table, "fair-start-users": users_table},
    part=_part,
)
