"""What happens to machines at hours of the clock, drawn by hand: a lane for each group, and a bar for each event."""

from typing import Any

import orjson
from dash import html

from components.controls.aria import aria
from components.looks.theme import JOB_COLORS
from components.pages.studio.families.parallel_jobs.sketch.machine_events_form import EVENTS
from components.pages.studio.sketch.board import FIRST_COLOR
from components.words.inputs.fields import kinds_of, schema_of
from components.words.inputs.unions import beginning

LABEL = "What happens to machines, by the hour: a lane for each group. Draw outages and owners; arrow keys move them."


def create_events_strip(tree: dict[str, Any]) -> html.Div:
    """The place of the picture, with all that `clientside/board/events/events.js` needs to draw it.

    Every event is drawn from the fields of the form, which therefore are there, in sight or not.
    """
    groups = [
        {
            "name": f"cluster.groups.{number}.name",
            "count": f"cluster.groups.{number}.count",
            "title": group["name"],
            "size": group["count"],
            "color": JOB_COLORS[(number + FIRST_COLOR) % len(JOB_COLORS)],
        }
        for number, group in enumerate(tree["cluster"]["groups"])
    ]
    events = [
        {"path": f"{EVENTS}.{number}", "event": event["event"], "values": event}
        for number, event in enumerate(tree[EVENTS])
    ]
    most = schema_of(tree["family"])["properties"][EVENTS]["maxItems"]
    told = {"path": EVENTS, "groups": groups, "events": events, "most": most}
    named: dict[str, Any] = {"data-events": orjson.dumps(told).decode()}
    return html.Div(className="board events", role="group", **named, **aria(label=LABEL))


def drawn_event(tree: dict[str, Any], drawn: dict[str, Any]) -> dict[str, Any] | None:
    """An event as somebody has drawn it; what the hand says nothing of is as usual. None if there is no such kind."""
    kind = drawn.get("event")
    if not isinstance(kind, str) or kind not in kinds_of(tree, EVENTS):
        return None
    fresh = beginning(tree, EVENTS, kind)
    return fresh | {name: drawn[name] for name in fresh if isinstance(drawn.get(name), str | int | float)}
