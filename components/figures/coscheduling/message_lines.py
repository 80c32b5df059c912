"""Messages in the node timeline: from the sender to the receiver, and how long each lay there until it was taken."""

from math import inf
from typing import Any

import plotly.graph_objects as go

from components.figures.common.window import per_second
from components.looks.theme import INK, PAPER
from components.words.wording import number
from engine.coscheduling.replay.tree import Messages, Trace

MOST_MESSAGES = 1_500
"""Messages that are drawn; of more, those that lay longest."""


def delay_of(messages: Messages, n: int) -> float:
    """How long message *n* lay at its receiver, s; infinite if it still lies there when the window ends."""
    delivered, received = messages["delivered"][n], messages["received"][n]
    if delivered is None:
        return 0.0
    return inf if received is None else received - delivered


def longest_first(trace: Trace) -> list[int]:
    """The numbers of the messages, those first that lay longest and were taken in the window."""
    messages = trace["messages"]
    delays = [delay_of(messages, n) for n in range(len(messages.get("sent", [])))]
    return sorted(range(len(delays)), key=lambda n: (delays[n] == inf, -delays[n]))


def add_messages(figure: go.Figure, trace: Trace, scheme: str) -> None:
    """A line for the way, a dotted one for the wait, a marker to point at; the last trace is the chosen message."""
    messages, scale = trace["messages"], per_second(trace)
    shown = longest_first(trace)[:MOST_MESSAGES]
    if not shown:
        return
    until = trace["window"]["until"]
    way: tuple[list[Any], list[Any]] = ([], [])
    wait: tuple[list[Any], list[Any]] = ([], [])
    points = []
    ways: dict[str, list[list[float]]] = {}
    for n in shown:
        sent, delivered, received = (messages[name][n] for name in ("sent", "delivered", "received"))
        source, target = messages["from_node"][n] + 1, messages["to_node"][n] + 1
        if sent is not None and delivered is not None and source > 0 and target > 0:
            way[0].extend([sent * scale, delivered * scale, None])
            way[1].extend([source, target, None])
        if delivered is not None and target > 0:
            end = until if received is None else received
            if end > delivered:
                wait[0].extend([delivered * scale, end * scale, None])
                wait[1].extend([target, target, None])
            points.append((delivered * scale, target, n))
            begin = [(sent * scale, source)] if sent is not None and source > 0 else []
            path = [*begin, (delivered * scale, target), (end * scale, target)]
            ways[str(n)] = [[x for x, _ in path], [y for _, y in path]]
    ink = INK[scheme]
    figure.add_scatter(
        x=way[0], y=way[1], mode="lines", name="message on its way", line={"color": ink, "width": 1}, hoverinfo="skip"
    )
    figure.add_scatter(
        x=wait[0],
        y=wait[1],
        mode="lines",
        name="delivered, not yet received",
        line={"color": ink, "width": 1.5, "dash": "dot"},
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=[x for x, _, _ in points],
        y=[y for _, y, _ in points],
        mode="markers",
        name="delivery",
        marker={
            "color": PAPER[scheme],
            "size": 5 if len(points) > 300 else 7,
            "symbol": "circle",
            "line": {"color": ink, "width": 1.5},
        },
        customdata=[n for _, _, n in points],
        hovertext=[words_of_message(trace, n).replace(". ", ".<br>") for _, _, n in points],
        hoverinfo="text",
    )
    figure.add_scatter(
        x=[],
        y=[],
        mode="lines+markers",
        name="the chosen message",
        line={"color": "#D55E00", "width": 4},
        marker={"size": 10, "color": "#D55E00", "symbol": "diamond"},
        hoverinfo="skip",
    )
    figure.update_layout(meta={"messages": ways})


def words_of_message(trace: Trace, n: int) -> str:
    """Who sent message *n* to whom, when, and why its receiver did not take it at once."""
    messages = trace["messages"]
    sent, delivered, received = (messages[name][n] for name in ("sent", "delivered", "received"))
    who = (
        f"Message of job {messages['job'][n] + 1} from task {messages['from_task'][n] + 1} "
        f"({_node(messages['from_node'][n])}) to task {messages['to_task'][n] + 1} ({_node(messages['to_node'][n])})."
    )
    when = [
        f"sent at {_ms(sent)}" if sent is not None else "sent before this window",
        f"delivered at {_ms(delivered)}" if delivered is not None else "not delivered in this window",
    ]
    if received is not None:
        when.append(f"received at {_ms(received)}")
    elif delivered is not None:
        when.append("not received in this window")
    told = f"{who} It was {', '.join(when)}."
    why = messages["waited_for"][n]
    if why == "taken at once":
        return f"{told} It was taken at once."
    return (
        f"{told} It lay {number(1000 * delay_of(messages, n), 4)} ms. Meanwhile its node did: {why}." if why else told
    )


def _node(node: int) -> str:
    return f"node {node + 1}" if node >= 0 else "a node that is not shown"


def _ms(time: float) -> str:
    return f"{1000 * time:,.3f} ms".replace(",", "\u2009")
