"""The part of the form on which partitions and queues of a log count: lists to tick, with names and numbers of jobs."""

from contextlib import suppress
from typing import Any

from dash import html

from components.controls.aria import aria
from components.controls.field import create_numbers, field_id
from components.controls.own import Chip, Chips
from components.controls.values import ValuesError, parse_numbers
from components.pages.studio.ids import PAGE, error_id
from components.visits.answers import UnavailableError, recorded_logs
from components.words.inputs.fields import value_at
from engine.logs.divisions import divisions, foremost, names_in_head
from engine.logs.limits import LogError
from engine.parallel_jobs.inputs.sources.logged import read_table
from workers.client import UNREACHABLE

CLEANING = "workload.arrivals.cleaning"
KINDS = {"partitions": "Partition", "queues": "Queue"}
CHOSEN = tuple(f"{CLEANING}.{name}" for name in KINDS)
"""Where the choices are."""


def create_divisions(tree: dict[str, Any]) -> list[Any]:
    """A list for partitions and one for queues, each if the log has several; where that is not known, numbers to type.

    Nothing is ticked as long as all count.
    """
    heard = _heard(tree["workload"]["arrivals"])
    return [one for name in KINDS for one in _create_list(tree, name, heard)]


def read_chosen(text: str) -> list[int | float]:
    """Numbers as somebody types them; of nothing, none, which means all. `ValuesError` says which is none."""
    found = parse_numbers(text, 1000) if text.strip() else []
    if any(one != int(one) for one in found):
        raise ValuesError("partitions and queues have whole numbers")
    return found


def begin_classes(tree: dict[str, Any], before: dict[str, Any]) -> None:
    """Classes by user begin with those with most work, classes by queue with those with most jobs; in place."""
    now = tree["workload"]["arrivals"].get("classes", {})
    by = now.get("by")
    kind = {"by-queue": "queue", "by-user": "user"}.get(str(by))
    if kind and by != before["workload"]["arrivals"].get("classes", {}).get("by"):
        first = (_heard(tree["workload"]["arrivals"]) or {}).get("foremost", {})
        now[f"{kind}s"] = list(first.get(kind) or now[f"{kind}s"])


def _heard(logged: dict[str, Any]) -> dict[str, Any] | None:
    """Partitions and queues of the log, and the head of its file; None where nothing of it is known."""
    told: dict[str, Any] = {}
    with suppress(LogError):
        table = read_table(logged["carried"]) if logged["carried"] else None
        told = {} if table is None else {"divisions": divisions(table), "foremost": foremost(table)}
    if told and not any(told["divisions"].values()):
        return told
    with suppress(UnavailableError, *UNREACHABLE, KeyError):  # a page may be alone, without a broker
        told |= recorded_logs().heard(logged["digest"])
    return told if "divisions" in told else None


def _create_list(tree: dict[str, Any], name: str, heard: dict[str, Any] | None) -> list[Any]:
    path, kind = f"{CLEANING}.{name}", KINDS[name]
    chosen = value_at(tree, path)
    if heard is None or isinstance(chosen, str):
        return [create_numbers(PAGE, tree, path, chosen)]
    jobs = dict(heard["divisions"][name])
    if not jobs and not chosen:
        return []
    names = names_in_head(heard.get("head", []), kind)
    chips = [_create_chip(kind, one, names.get(one, ""), jobs.get(one, 0)) for one in sorted({*jobs, *chosen})]
    title = f"Only these {name}"
    ticked = Chips(children=html.Div(chips, className="chips"), id=field_id(PAGE, path), value=list(chosen))
    return [
        html.Div(
            [
                html.P(f"{title} (none ticked: all), with jobs as recorded", className="hint"),
                html.Div(ticked, role="group", **aria(label=title)),
                html.P(id=error_id(path), className="field-error"),
            ]
        )
    ]


def _create_chip(kind: str, number: int, name: str, jobs: int) -> Chip:
    called = "not known" if number < 0 else str(number)
    told = f"{jobs:,} job{'' if jobs == 1 else 's'}"
    words = f"{kind} {called}{f', in the head “{name}”' if name else ''}: {told} recorded"
    return Chip(value=number, label=f"{called} {name}".strip() + f" · {told}", words=words)
