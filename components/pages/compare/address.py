"""What an address of Compare says beside its sides: metric, range and slices, so that the way back to it loses nothing.

All of it comes from whoever wrote the link: what does not fit what is compared is as if it were not there.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from components.pages.compare.ids import COMMON, WHOLE
from components.pages.compare.view import common_metrics, first_metric, first_slices, slice_values
from engine.results.result import Result

LONGEST = 2_000
"""Characters of a parameter that is read at all."""


class Shown(NamedTuple):
    """The *metric*, how far the axis goes, and {name of a second varied field: the value of it that is shown}."""

    metric: str
    span: str
    slices: dict[str, float]


def usual(*results: Result) -> Shown:
    """With what a page begins that nobody asked for anything."""
    return Shown(first_metric(*results), COMMON, first_slices(*(result.scenario for result in results)))


def read(asked: Mapping[str, Any], *results: Result) -> Shown:
    """What the address *asked* for of these results, and the usual where it asks for nothing that there is."""
    begins = usual(*results)
    metric = _text(asked, "metric")
    return Shown(
        metric if metric in common_metrics(*results) else begins.metric,
        WHOLE if _text(asked, "range") == WHOLE else begins.span,
        begins.slices | _slices(_text(asked, "at"), *results),
    )


def _slices(text: str, *results: Result) -> dict[str, float]:
    """Of "name:value,name:value"; values are written as the page writes them."""
    known = slice_values(*(result.scenario for result in results))
    wanted = dict(one.rpartition(":")[::2] for one in text.split(","))
    return {name: value for name, values in known.items() for value in values if wanted.get(name) == repr(value)}


def _text(asked: Mapping[str, Any], name: str) -> str:
    found = asked.get(name)
    return found if isinstance(found, str) and len(found) <= LONGEST else ""
