"""Buttons to single jobs that gain or lose most, each of which opens the race at the moment that decides it; and to a
file of how much each job differs.
"""

from typing import Any

from dash import html

from components.controls.aria import data
from components.pages.studio.face import FACES, RACE
from components.pages.studio.why.told import Pair, Tree
from components.words.differences.why import own_amount, told_of
from engine.results.result import Result

BEFORE = 20
"""Jobs of the window before the one that is shown: what it meets."""


def opens(result: Result, pair: Pair) -> dict[str, str] | None:
    """In which race an episode is opened by who points at it; None where nothing can be raced."""
    if RACE not in FACES[result.scenario.family].tabs:
        return None
    return {"racers": f"{pair.first},{pair.second}", "point": str(pair.point)}


def create_jobs(result: Result, pair: Pair, ledger: Tree) -> list[Any]:
    """One that lost and one that gained, of the first replication; none where nothing can be raced."""
    told = told_of(ledger)
    face = FACES[result.scenario.family]
    raced = RACE in face.tabs
    if not raced or ledger["kind"] != "job" or told.less_is_better is None:
        return []
    sides = {"lost": "most_more", "gained": "most_less"}
    if not told.less_is_better:
        sides = {"lost": "most_less", "gained": "most_more"}
    return [
        html.Button(
            f"Show me a job that {word}: job {found['entry'] + 1}, {own_amount(ledger, found['difference'])}",
            type="button",
            className="why-job",
            **data(
                racers=f"{pair.first},{pair.second}",
                point=str(pair.point),
                job=str(found["entry"]),
                first=str(max(1, found["entry"] + 1 - BEFORE) if "first-job" in face.race_bar else 1),
            ),
        )
        for word, side in sides.items()
        for found in ledger[side][:1]
    ]


FILES = {"csv": "CSV", "parquet": "Parquet"}


def create_files(pair: Pair, ledger: Tree) -> list[Any]:
    """How much each job, or iteration, of the first replication differs, as a file; `pair_file.js` asks for it."""
    if not ledger["entries"]:
        return []
    which = {"first": pair.first, "second": pair.second, "point": str(pair.point), "metric": ledger["metric"]}
    return [
        html.Button(
            f"Every {ledger['kind']}'s difference: {title}",
            type="button",
            className="pair-file",
            title="Of replication 1, with its parts.",
            **data(form=form, **which),
        )
        for form, title in FILES.items()
    ]
