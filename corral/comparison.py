"""Two policies held against each other: replication by replication on the same jobs, as numbers and as a sentence."""

from html import escape
from typing import TYPE_CHECKING

from engine.metrics.catalogue import metric_of
from engine.results.comparison import differences
from engine.results.pairing import PairedTest
from engine.results.result import Result

if TYPE_CHECKING:
    import pandas as pd


class Comparison(str):
    """The verdict as a sentence; `table` has the numbers, a row for each point.

    Columns: what is varied, difference with its 95 % interval (low, high), unit ("%" of the second policy, or that of
    the metric), p_value, replications, shown (whether the interval leaves 0 out), sentence. No row where a queue does
    not settle.
    """

    table: "pd.DataFrame"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self)}</p>{self.table.to_html(index=False, max_rows=40)}"


def compare(result: Result, policy: str, other: str, metric: str) -> Comparison:
    """How *policy* differs from *other*, as the page tells it of a study of these two."""
    import pandas as pd

    from components.words.verdicts.pairs import difference_words
    from components.words.verdicts.verdict import verdict
    from components.words.wording import capital

    two = result.only([policy, other])
    rows = []
    for number, point in enumerate(two.points):
        for one in differences(two, number, metric, policy):
            size = one.size.times(100) if one.is_relative else one.size
            test = PairedTest(*(two.samples(number, name, metric) for name in (other, policy)))
            numbers = (size.mean, size.low, size.high, "%" if one.is_relative else metric_of(metric).unit)
            told = (test.p_value(one.is_relative), size.replications, one.shown, capital(difference_words(one, metric)))
            rows.append([*point.values(), *numbers, *told])
    columns = ["difference", "low", "high", "unit", "p_value", "replications", "shown", "sentence"]
    found = Comparison(verdict(two, metric).short)
    found.table = pd.DataFrame(rows, columns=[*two.points[0], *columns])
    return found
