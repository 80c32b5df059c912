"""What one has to know to read the findings: how they were come by, and what was left out."""

from components.pages.compare.view import View
from components.words.policy_names import policy_name
from components.words.wording import metric_words, point_words
from engine.results.pairing import pairing


def all_notes(pairs: list[View]) -> list[str]:
    """The notes of several comparisons with A, each once."""
    return list(dict.fromkeys(note for view in pairs for note in notes(view)))


def notes(view: View) -> list[str]:
    """What one has to know to read the answer: pairing, what is left out, what only one side has."""
    if not view.contrasts:
        return list(filter(None, [_only_one_side(view)])) if view.common else []
    return list(filter(None, [_pairing(view), _left_out(view), _absolute(view), _only_one_side(view)]))


def _pairing(view: View) -> str:
    is_paired, reason = pairing(view.a.scenario, view.b.scenario)
    if is_paired:
        words = f"Paired: {reason}, so replication by replication both saw the same random numbers"
    else:
        words = f"Not paired: {reason}, so the intervals are those of two independent means"
    several = ", widened by Holm's procedure where several policies are compared" if len(view.common) > 1 else ""
    return f"{words}. Intervals are of 95 %{several}."


def _left_out(view: View) -> str:
    """Where queues do not settle, policy by policy; sides with the same places together."""
    places: dict[tuple[str, str], list[str]] = {}
    for one in view.left_out:
        for side in one.sides:
            named = view.other if side == "B" else side
            places.setdefault((one.policy, named), []).append(point_words(view.a.scenario, one.match.values))
    sides: dict[tuple[str, str], list[str]] = {}
    for (policy, side), own in places.items():
        at = f"at {own[0]}" if len(own) == 1 else f"at {len(own)} points between {own[0]} and {own[-1]}"
        sides.setdefault((policy, at), []).append(side)
    parts = [f"{policy_name(policy)} with {' and '.join(names)} {at}" for (policy, at), names in sides.items()]
    return f"Left out where the queue does not settle: {', '.join(parts)}." if parts else ""


def _absolute(view: View) -> str:
    if not view.is_absolute:
        return ""
    if metric_words(view.metric).can_be_negative:
        return "Differences are not in percent of A, since this metric can be negative."
    too_far = f"somewhere {view.other} is more than ten times A, or A is near 0"
    return f"Differences are not in percent of A, since {too_far}."


def _only_one_side(view: View) -> str:
    parts = []
    for side, own in view.results.items():
        if others := [policy_name(policy) for policy in own.scenario.policies if policy not in view.common]:
            parts.append(f"{' and '.join(others)} only with {side}")
    return f"There is {', '.join(parts)}." if parts else ""
