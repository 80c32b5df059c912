"""Why one policy differs from another, in at most four sentences; told from the tree of an `engine.why` ledger."""

from math import isnan
from typing import Any, NamedTuple

from components.words.units import instant, unit_for
from components.words.wording import metric_words, number
from engine.inputs.scenario import Scenario
from engine.why.paired import SAME

Tree = dict[str, Any]

NOTABLE = 1.5
"""Times its share of the jobs that a group has to bring of the difference, to be named."""

PLURALS = {"job": "jobs", "iteration": "iterations"}


class Told(NamedTuple):
    """In what a ledger is told: the metric's title, whether less is better, what numbers are multiplied by, and what
    follows them.
    """

    title: str
    less_is_better: bool | None
    scale: float
    unit: str

    def amount(self, found: Tree, signed: bool = True) -> str:
        """An estimate as "+173 ± 2 s"; without an interval where there is none."""
        mean = found["mean"] * self.scale
        text = number(mean if signed else abs(mean), 3)
        half = None if found["low"] is None else (found["high"] - found["low"]) / 2
        if half is not None and (half == 0 or half > SAME * abs(found["mean"])):  # else all that it tells is rounding
            text += f" ± {number(half * self.scale, 2)}"
        return f"{'+' if signed and mean > 0 else ''}{text}{self.unit}"


def told_of(ledger: Tree) -> Told:
    """In what this ledger is told: in a unit that suits its largest amount."""
    words = metric_words(ledger["metric"])
    amounts = [ledger["difference"], *ledger["parts"].values(), ledger["counted"]]
    largest = max((abs(one["mean"]) for one in amounts if one["mean"] is not None), default=0.0)
    unit = unit_for(words.shown_unit or words.unit, largest * words.scale)
    name = "" if unit.name in ("", "1") else f" {unit.name}"
    return Told(words.title, words.less_is_better, words.scale * unit.factor, name)


def own_amount(ledger: Tree, value: float) -> str:
    """A difference of one entry in the unit that suits it alone: "-16.9 h"."""
    words = metric_words(ledger["metric"])
    unit = unit_for(words.shown_unit or words.unit, abs(value) * words.scale)
    name = "" if unit.name in ("", "1") else f" {unit.name}"
    return f"{'+' if value > 0 else ''}{number(value * words.scale * unit.factor, 3)}{name}"


def is_told(found: Tree) -> bool:
    """Whether an estimate is told from 0; what has no interval is, where it is not 0."""
    if found["low"] is None:
        return bool(found["mean"])
    return bool(found["low"] > 0 or found["high"] < 0)


def differs(ledger: Tree) -> bool:
    """Whether anything differs at all, be it told from 0 or not."""
    return ledger["difference"]["mean"] is not None and (
        bool(ledger["difference"]["mean"]) or ledger["same"]["mean"] < 1
    )


def why_words(ledger: Tree) -> list[str]:
    """At most four sentences; none where the two do not differ at all. The signs are those of second less first."""
    if not differs(ledger):
        return []
    first, second = ledger["policies"]
    told, whole = told_of(ledger), ledger["difference"]
    if not is_told(whole):
        undecided = f"Undecided: {told.title} of {second} less that of {first} is {told.amount(whole)}"
        return [f"{undecided}, which {whole['replications']} replications do not tell from 0.", _who(ledger, told)]
    more, less = (second, first) if whole["mean"] > 0 else (first, second)
    kept = "" if whole["low"] is not None else _no_interval(ledger)
    said = [f"{told.title} is {told.amount(whole, signed=False)} more under {more} than under {less}{kept}."]
    said[0] = said[0][:1].upper() + said[0][1:]
    if sentence := _from_what(ledger, told):
        said.append(sentence)
    said.append(_who(ledger, told))
    if sentence := _whose(ledger):
        said.append(sentence)
    return said


def _no_interval(ledger: Tree) -> str:
    if ledger["unsettled"]:
        return f" (without interval: the queue does not settle under {_joined(list(ledger['unsettled']))})"
    return " in one replication"


def _from_what(ledger: Tree, told: Told) -> str:
    first, second = ledger["policies"]
    parts = {name: one for name, one in ledger["parts"].items() if one["mean"]}
    if ledger["counted"]["mean"]:
        parts[f"{PLURALS[ledger['kind']]} counted under one of the two only"] = ledger["counted"]
    if len(ledger["parts"]) < 2 and len(parts) < 2:
        return ""
    order = sorted(parts, key=lambda name: -abs(parts[name]["mean"]))
    known = [f"{name} brings {told.amount(parts[name])}" for name in order if is_told(parts[name])]
    open_ = [f"{name} ({told.amount(parts[name])})" for name in order if not is_told(parts[name])]
    listed = _joined(known)
    if open_:
        listed += f"{'; ' if listed else ''}not told from 0: {_joined(open_)}"
    return f"From {first} to {second}, {listed}." if listed else ""


def _who(ledger: Tree, told: Told) -> str:
    first, second = ledger["policies"]
    less, same, more = (f"{number(100 * ledger[name]['mean'], 3)} %" for name in ("less", "same", "more"))
    things = PLURALS[ledger["kind"]]
    if told.less_is_better is None:
        return f"It is less under {second} for {less} of the {things}, more for {more}, and the same for {same}."
    better = (less, more) if told.less_is_better else (more, less)
    return f"{better[0]} of the {things} do better under {second}, {better[1]} under {first}, {same} the same."


def _whose(ledger: Tree) -> str:
    """The group that brings far more of the difference than it has entries, if there is one."""
    whole = ledger["difference"]["mean"]
    best, said = NOTABLE, ""
    for kind, groups in ledger["groups"].items():
        count = sum(one["entries"] for one in groups)
        for one in groups if len(groups) > 1 else ():
            of_jobs, share = one["entries"] / count, (one["brought"]["mean"] or 0.0) / whole
            # A group whose own part is not told from 0 explains nothing.
            if is_told(one["brought"]) and not isnan(share) and share > 0.2 and share / of_jobs > best:
                best = share / of_jobs
                said = (
                    f"By {kind}, “{one['name']}” brings most beyond its number: {number(100 * of_jobs, 3)} % of the "
                    f"{PLURALS[ledger['kind']]}, {number(100 * share, 3)} % of the difference."
                )
    return said


def episode_words(ledger: Tree) -> str:
    """How few episodes make most of the difference, and where the largest begins; nothing where none are told."""
    found = ledger.get("episodes")
    if not found or not found["number"]:
        return ""
    return f"{_counted(found)} {SHARED if found.get('is_shared') else SAME_WORK}"


def _counted(found: Tree) -> str:
    first = found["largest"][0]
    many, followed = found["number"], found.get("followed")
    of = f" and its first {followed:,} jobs" if followed else ""
    where = f"begins at {instant(first['begin'])} with job {first['job'] + 1}"
    if many == 1:
        over = "" if first["is_over"] else " and is not over when the replication ends"
        return f"In replication 1{of} their states differ in one episode, which {where}{over}."
    whole = "the difference" if not followed else "what they bring"
    share = "" if found["most_of_it"] is None else f", of which {_make(found['most_of_it'])} 80 % of {whole}"
    return f"In replication 1{of} their states differ in {many:,} episodes{share}; the largest {where}."


def _make(episodes: int) -> str:
    return "1 makes" if episodes == 1 else f"{episodes:,} make"


SAME_WORK = "What is left of a job counts as the same up to a billionth of its work."
"""What a state is elsewhere."""

SHARED = (
    "Jobs share nodes: two states are the same here if the same jobs wait, and the same run since and until the same "
    "nanosecond. Processes and messages are not compared."
)
"""What a state is where jobs share nodes."""


def no_episodes_words(scenario: Scenario, ledger: Tree, is_followed: bool = True) -> str:
    """Why no episodes are told; nothing where they are, and of iterations, which have none. States that have to be
    followed step by step are so only if *is_followed*.
    """
    if ledger["kind"] != "job" or ledger.get("episodes") is not None:
        return ""
    if scenario.blocks:
        return OF_BLOCKS
    if not is_followed:
        return NOT_FOLLOWED
    if getattr(scenario, "machine_events", None):
        return (
            "No episodes are told: where machines fail or go away, each machine of a job is followed by itself, and "
            "here jobs have too many of them."
        )
    return "No episodes are told: here the state is more than who waits, who runs where, and what is left of each job."


OF_BLOCKS = (
    "No episodes are told: a log is one run, told in blocks of weeks, and an episode may reach from one block into the "
    "next."
)
"""Of a log."""

SIDES_HAVE_NONE = "No episodes are told: the state of another cluster is another one, whoever runs on it."

NOT_FOLLOWED = (
    "Episodes are left out: here states would have to be followed step by step, which takes seconds for each point; "
    "the tab “Why?” does so where they can be followed."
)
"""Of the command `why`, which tells every point."""


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""


def why_metric(told: tuple[str, ...], wanted: str) -> str:
    """The *wanted* metric if a ledger tells it, or else the first one that it tells."""
    return wanted if wanted in told else told[0]


METHODS = (
    "Differences were taken job by job (or iteration by iteration) on the same random numbers, and split into parts "
    "whose sum they are; intervals are 95 % intervals of Student's t over the replications."
)
"""How a ledger was made, for a methods paragraph."""
