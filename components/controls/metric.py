"""The choice of a metric, grouped as the catalogue groups them, and what a metric means."""

from collections.abc import Iterable
from typing import Any

from dash import html

from components.controls.aria import aria
from components.glossary.catalogue import anchor_of_metric
from components.words.units import PEOPLE, chosen, is_converted
from components.words.wording import capital
from engine.metrics.catalogue import METRICS, metric_of
from engine.metrics.metric import Metric


def metric_choices(names: Iterable[str], first: list[dict[str, str]] | None = None) -> list[dict[str, Any]]:
    """Options of a Select, by group; what has no group belongs to a picture of its own and is left out.

    *first* options go before all others.
    """
    groups: dict[str, list[dict[str, str]]] = {}
    for name in names:
        metric = metric_of(name)
        if metric.group:
            groups.setdefault(metric.group, []).append({"value": name, "label": capital(label_of(metric))})
    order = list(dict.fromkeys(metric.group for metric in METRICS.values() if metric.group))
    found: list[dict[str, Any]] = [{"group": group, "items": groups[group]} for group in order if group in groups]
    return [{"group": "Comparison", "items": first}, *found] if first else found


def label_of(metric: Metric) -> str:
    """How the switch calls a metric: with its unit, unless pictures tell it by size."""
    return metric.title if is_converted(metric.shown_unit or metric.unit) and chosen() == PEOPLE else metric.axis


def create_help(title: str, definition: str, source: str) -> html.Details:
    """A question mark that explains the chosen metric: definition, source, and where the glossary has it."""
    place = anchor_of_metric(title)
    more = html.P(html.A("More in the glossary", href=f"/words#{place}", target="_blank")) if place else None
    said = [html.Strong(capital(title)), html.P(definition), html.P(f"Source: {source}.", className="hint"), more]
    return html.Details(
        [html.Summary("?", **aria(label=f"What is “{title}”?")), html.Div(said)],
        className="help",
    )
