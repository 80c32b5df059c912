"""Why two policies differ, job by job on the same jobs: sentences, and the account that they are told from."""

from html import escape
from typing import TYPE_CHECKING, Any

from engine.inputs.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

    from engine.why.ledger import EntriesOf


class Reason(str):
    """The sentences; `parts` is a data frame of what the difference is made of, `tree` the whole account."""

    parts: "pd.DataFrame"
    tree: dict[str, Any]

    def _repr_html_(self) -> str:
        return f"<p>{escape(self)}</p>{self.parts.to_html(index=False)}"


def why(
    scenario: Scenario, first: str, second: str, point: int, metric: str | None, entries: "EntriesOf | None" = None
) -> Reason:
    """Why *second* differs from *first* at a point; computes its cells again, since results hold no jobs."""
    from components.words.differences.why import why_metric
    from components.words.wording import first_metric
    from engine.why.ledger import ledger, metrics_told

    at_point = scenario.at(scenario.points()[point])
    named = why_metric(metrics_told(at_point, first, entries), metric or first_metric(scenario))
    return reason_of(ledger(at_point, (first, second), named, entries=entries).tree())


def reason_of(tree: dict[str, Any]) -> Reason:
    """The account in words, and as a data frame."""
    import pandas as pd

    from components.words.differences.why import why_words

    found = Reason(" ".join(why_words(tree)) or "They do not differ.")
    parts = {"all": tree["difference"], **tree["parts"], "counted under one only": tree["counted"]}
    rows = [(name, *(one[end] for end in ("mean", "low", "high"))) for name, one in parts.items()]
    found.parts, found.tree = pd.DataFrame(rows, columns=["from what", "mean", "low", "high"]), tree
    return found
