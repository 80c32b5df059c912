"""What comes of another decision, in sentences; told from the tree of an effect, see `engine.contract.effect`."""

from typing import Any

from components.words.units import instant, unit_for
from components.words.wording import number

Tree = dict[str, Any]


def what_if_words(effect: Tree) -> list[str]:
    """At most four sentences: what it comes to, for whom, what it brings, and when it is over."""
    job, changes = f"{_kind(effect)} {effect['job'] + 1}", _others(effect)
    if not effect["moved"] and not effect["whole"] and effect["again"] is None and effect["did"] == effect["instead"]:
        return [f"Nothing would be different: that is what was decided about {job}."]
    said = [_of_iteration(effect) if "length" in effect else _verdict(effect)]
    instead = f"{_done(effect['instead'])} instead of {_done(effect['did'])}"
    own = _own(effect, job)
    parts = _without_repeats([part for part in (own, *changes) if part])
    if parts:
        said.append(f"{instead[:1].upper()}{instead[1:]} would have {_joined(parts)}.")
    if abs(effect["profit"]) >= 0.005:
        more = "more" if effect["profit"] > 0 else "less"
        said.append(f"All jobs together would bring {number(abs(effect['profit']), 3)} $ {more}.")
    said.append(_until(effect))
    return said


def _kind(effect: Tree) -> str:
    return str(effect.get("kind", "job"))


def _of_iteration(effect: Tree) -> str:
    """How much longer the iteration takes, and the application."""
    length, whole = effect["length"], effect["application"]
    if not length and not whole:
        return "The iteration would take as long as it did."
    more, of_all = ("longer" if one > 0 else "less" for one in (length, whole))
    said = (
        f"The iteration would take {amount(length)} {more}" if length else "The iteration would take as long as it did"
    )
    if whole == length:
        return f"{said}, and so would the application."
    return f"{said}, and the application {f'{amount(whole)} {of_all}' if whole else 'as long as it did'}."


def _verdict(effect: Tree) -> str:
    whole, count = effect["whole"], effect["later"] + effect["earlier"] + bool(effect["own"])
    if not count:
        return "No job would take longer or shorter."
    of = f"the {count:,} jobs that it touches" if count > 1 else "one job"
    if not whole:
        return f"In sum nothing would change for {of}."
    return f"In sum {of} would take {amount(whole)} {'longer' if whole > 0 else 'less'}."


def _own(effect: Tree, job: str) -> str:
    if effect["instead"]["what"] == "rejected" and effect["did"]["what"] != "rejected":
        return f"turned {job} away"
    if effect["did"]["what"] == "rejected" and effect["own"] is None:
        return f"taken {job}"
    if not effect["own"]:
        return f"changed nothing for {job}" if effect["own"] is not None else ""
    return f"{'cost' if effect['own'] > 0 else 'saved'} {job} {amount(effect['own'])}"


def _others(effect: Tree) -> list[str]:
    found = []
    for verb, count, of in (("cost", effect["later"], effect["lost"]), ("saved", effect["earlier"], effect["saved"])):
        if count:
            found.append(
                f"{verb} {count:,} other{'s' if count > 1 else ''} {amount(of)}{' in sum' if count > 1 else ''}"
            )
    for verb, count in (("turned away", effect["refused"]), ("taken", effect["accepted"])):
        others = count - (verb == ("turned away" if effect["instead"]["what"] == "rejected" else "taken") and count > 0)
        if others > 0:
            found.append(f"{verb} {others:,} other{'s' if others > 1 else ''}")
    return found


def _until(effect: Tree) -> str:
    if effect["again"] == effect["time"] and not effect["moved"]:
        return f"All {_kind(effect)}s {'are done' if 'length' in effect else 'start and end'} as they did."
    if effect["again"] is not None:
        after = amount(effect["again"] - effect["time"])
        return f"From {instant(effect['again'])} on, {after} later, all goes as it did."
    if effect["horizon"] is not None:
        return (
            f"At {instant(effect['horizon'])} the two still differ; counted are the {effect['counted']:,} jobs that "
            "have ended by then in both."
        )
    if effect.get("application"):
        return "Every later barrier comes at another time."
    return "The two differ to the end of the replication."


def amount(seconds: float) -> str:
    """A time without its sign, in a unit that suits it: "310 s", "5.2 min"."""
    unit = unit_for("s", abs(seconds))
    return f"{number(abs(seconds) * unit.factor, 3)} {unit.name}"


WHAT = {
    "starts": "starting",
    "moves": "moving to",
    "waits": "waiting",
    "stays": "staying",
    "shares": "resizing to",
    "rejected": "turning it away",
}


WHERE = {"starts": "starting on", "moves": "moving to", "shares": "resizing to"}

ABOUT = {
    "boosts": "boosting job {job} on node {node}",
    "nobody": "boosting nobody on node {node}",
    "runs": "dispatching job {job} on node {node}",
    "slot": "giving row {node} of the matrix the slot",
    "hands out": "handing task {job} to worker {node}",
}
"""Of decisions about which of several."""


def _done(done: Tree) -> str:
    if done["what"] in ABOUT:
        return ABOUT[done["what"]].format(job=done["job"] + 1, node=done["node"] + 1)
    where = _joined([f"{count:,} of “{name}”" for name, count in done["machines"].items()])
    if not where:
        return WHAT[done["what"]]
    return f"{WHERE[done['what']]} {where}"


def _without_repeats(parts: list[str]) -> list[str]:
    """ "cost job 17 310 s", "cost 4 others 520 s": the verb is said once."""
    verbs = [part.split(" ", 1)[0] for part in parts]
    return [part.split(" ", 1)[1] if n and verbs[n - 1] == verbs[n] else part for n, part in enumerate(parts)]


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""
