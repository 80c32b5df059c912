"""One part of a lesson on the teacher's page: its picture, what it says in words, and its table."""

from typing import NamedTuple

import plotly.graph_objects as go

from components.controls.data_table import DataTable
from components.words.wording import number


class Shown(NamedTuple):
    """A picture, the same in words, and the same as a table; *is_blank* where the picture would be axes alone."""

    figure: go.Figure
    words: str
    table: DataTable
    is_blank: bool = False


def counted(count: int, one: str, many: str) -> str:
    """ "1 prediction", "12 predictions", "No predictions yet"."""
    return f"{count} {one if count == 1 else many}" if count else f"No {many} yet"


def share(part: int, whole: int) -> str:
    """ "5 of 12 (42 %)"."""
    return f"{part} of {whole}" + (f" ({100 * part / whole:.0f} %)" if whole else "")


def amount(value: float, unit: str) -> str:
    """A number with its unit."""
    return f"{number(value)} {unit}".rstrip()
