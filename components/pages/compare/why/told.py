"""The ledger of A and another side, on the same jobs, at the point that the findings are told of; and its sentences."""

from typing import Any, NamedTuple

from components.pages.compare.view import View
from components.visits.answers import UnavailableError, answer_of
from components.words.differences.why import why_words
from components.words.policy_names import policy_name
from components.words.wording import point_words
from engine.results.contrast import Contrast
from engine.results.pairing import pairing

Tree = dict[str, Any]


class Told(NamedTuple):
    """What is told of one pair: of what, at most four sentences, and the ledger of which they are told, if any."""

    head: str
    sentences: list[str]
    ledger: Tree | None = None


def telling(view: View) -> Contrast | None:
    """The difference that is told: the one in the middle of those that are shown, or of all; None without any."""
    known = [one for one in view.contrasts if one.size.replications]
    found = [one for one in known if one.shown] or known
    return found[len(found) // 2] if found else None


def why_told(view: View) -> Told:
    """Sentences of the ledger, or why there is none."""
    one, sides = telling(view), f"A and {view.other}"
    together = pairing(view.a.scenario, view.b.scenario)
    if not together.paired:
        reason = f"Job by job {sides} cannot be held against each other: {together.reason}."
        return Told(f"Why {sides} differ", [reason])
    if not (view.a.cells_done and view.b.cells_done):
        return Told(f"Why {sides} differ", ["Told as soon as both studies have been run."])
    if one is None:
        return Told(f"Why {sides} differ", ["There is no point at which both settle."])
    points = [
        result.scenario.at(result.points[number]) for result, number in ((view.a, one.match.a), (view.b, one.match.b))
    ]
    where = f" at {point_words(view.a.scenario, one.match.values)}" if one.match.values else ""
    head = f"Why {sides} differ under {policy_name(one.policy)}{where}"
    try:
        found = answer_of("why_sides", *points, one.policy, view.metric)
    except UnavailableError as error:
        return Told(head, [f"Not told: {error}."])
    named = _named(found, view.other)
    said = why_words(named)
    return Told(head, said, named) if said else Told(head, ["They do not differ in any job or iteration."])


def _named(ledger: Tree, other: str) -> Tree:
    """With the sides in place of the policies, of which there is but one."""
    names = dict(zip(ledger["policies"], ("A", other), strict=True))
    unsettled = [names.get(name, name) for name in ledger["unsettled"]]
    return ledger | {"policies": ["A", other], "unsettled": unsettled}
