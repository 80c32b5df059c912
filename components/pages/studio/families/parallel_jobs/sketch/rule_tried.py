"""What a rule that is being written says of jobs that wait: tried on a stored moment of the sketched workload."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from components.figures.parallel_jobs.job_words import span
from components.pages.studio.families.parallel_jobs.sketch.own_form import OWN
from components.pages.studio.sketch.form import fields_of, merge, with_parsed_values
from components.visits.answers import PREVIEW_SECONDS, UnavailableError, answer_of
from components.words.wording import number
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.rules.language import checked
from engine.rules.names import NAMES
from engine.rules.replaced import replaced
from engine.rules.tree import NAME, Node, RuleError
from engine.rules.value import value
from engine.study.registry import read_scenario

if TYPE_CHECKING:
    from engine.parallel_jobs.analyses.waiting_moment import Moment, Names

Part = Literal["order", "backfill", "admit", "machines"]

SHOWN = 10
"""Jobs that are told, from the first on."""

COLUMNS = 4
"""Names of the rule that have a column of their own."""

PLAIN = {"order": "-submit", "backfill": "", "admit": "true", "machines": "-speed_factor", "reservation": 1}
"""What is sketched of own policies says nothing of who comes, and may be wrong while it is written."""

DIGITS = 4


class Tried(NamedTuple):
    """A table and what stands around it.

    Attributes
    ----------
    state : "there"; or there is nothing "yet", or nothing to be said ("none")
    caption : of which moment, and what of the system was so
    head, rows : of the table, a row for a job
    notes : what was replaced, a sentence each; or why there is no table
    """

    state: Literal["there", "yet", "none"]
    caption: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()


def tried(part: Part, text: str, draft: dict[str, Any], values: list[Any], ids: list[dict[str, str]]) -> Tried:
    """The rule *text* on the workload that the form holds: its *draft*, and what was typed since."""
    if part == "machines":
        return Tried("none")  # who waits has no machines yet
    try:
        tree = checked(text, part)
    except RuleError:
        return Tried("none")
    scenario = _without_rules(draft, values, ids)
    if scenario is None:
        return Tried("none")
    try:
        waits = "the workers look for jobs that wait"
        found: Any = answer_of("waiting_moment", scenario, seconds=PREVIEW_SECONDS, otherwise=waits)
    except UnavailableError as error:
        return Tried("yet" if error.later else "none", notes=(str(error),))
    moment: Moment = found
    if not moment["jobs"]:
        return Tried("none", notes=(f"Nobody waits among the first {moment['followed']} jobs, so no order matters.",))
    return told(part, tree, moment)


def _without_rules(draft: dict[str, Any], values: list[Any], ids: list[dict[str, str]]) -> Scenario | None:
    tree, reasons = with_parsed_values(merge(draft, fields_of(values, ids)))
    tree |= {
        OWN: [{**one, "name": f"rule {n}"} | PLAIN for n, one in enumerate(tree.get(OWN, []))],
        "policies": ["EASY"],
    }
    if any(not reason.path.startswith(OWN) for reason in reasons):
        return None
    try:
        return read_scenario(tree)
    except ScenarioError:
        return None


def told(part: Part, tree: Node, moment: Moment) -> Tried:
    """What the rule says of the jobs of a moment."""
    said = [value(tree, names) for names in moment["names"]]
    place = {job: n for n, job in enumerate(moment["jobs"])}
    order = sorted(place.values(), key=lambda n: (-said[n], n))
    asked = list(dict.fromkeys(node.name for node in tree.nodes() if node.operation == NAME))
    own = [name for name in asked if NAMES[name].of != "system"][:COLUMNS]
    if part == "admit":
        order = list(place.values())
        head: tuple[str, ...] = ("job", "taken", *map(_head, own))
        rows = [(_job(moment, n), "yes" if said[n] > 0.0 else "no", *_cells(moment["names"][n], own)) for n in order]
    else:
        head = ("", "job", "moved", "value", *map(_head, own))
        rows = [
            (str(now + 1), _job(moment, n), _moved(n, now), number(said[n], DIGITS), *_cells(moment["names"][n], own))
            for now, n in enumerate(order)
        ]
    where = f"Among the first {moment['followed']} jobs, under EASY: i"  # not in the study, which has not been run
    notes = [where + sentence[1:] for sentence in replaced(tree, moment["looks"]).sentences()]
    return Tried("there", _caption(part, moment, asked), head, tuple(rows[:SHOWN]), tuple(notes))


def _caption(part: Part, moment: Moment, asked: list[str]) -> str:
    waiting = len(moment["jobs"])
    who = "the job that waits" if waiting == 1 else f"{waiting} jobs that wait"
    first = f"The first {SHOWN} of {who}" if waiting > SHOWN else f"Tried on {who}"
    if part == "admit":
        first = first.replace("that wait", "as if they came")
    now = moment["names"][0]
    system = [f"{name} {number(now[name], DIGITS)}" for name in asked if NAMES[name].of == "system"]
    beside = f"; {', '.join(system)}" if system else ""
    return f"{first}, at {span(moment['time'])} under EASY{beside}."


def _job(moment: Moment, n: int) -> str:
    return str(moment["jobs"][n] + 1)


def _head(name: str) -> str:
    unit = NAMES[name].unit
    return name if unit == "1" else f"{name} ({unit})"


def _cells(names: Names, own: list[str]) -> tuple[str, ...]:
    return tuple(number(names[name], DIGITS) for name in own)


def _moved(by_arrival: int, now: int) -> str:
    """How many places a job has gained or lost against the order of arrival."""
    if by_arrival == now:
        return "same"
    return f"{abs(by_arrival - now)} {'earlier' if now < by_arrival else 'later'}"
