"""What the tab shows: the ledger of two policies at a point."""

from typing import Any, NamedTuple

from components.pages.studio.answer.fair import chosen_point
from components.visits.answers import why_of
from components.words.differences.why import episode_words, no_episodes_words, why_words
from components.words.policy_names import with_policy_names
from components.words.verdicts.leaders import is_neutral, leader
from components.words.verdicts.told_pair import told_pair_at
from components.words.wording import first_metric, metric_words, point_words
from engine.inputs.scenario import Scenario
from engine.results.result import Result

Tree = dict[str, Any]


class Pair(NamedTuple):
    """Two policies, the first and the one that is held against it, and the number of a point."""

    first: str
    second: str
    point: int


def pair_of(result: Result, wanted: tuple[str | None, str | None], point: str | None) -> Pair:
    """The *wanted* pair where the study has it; else the best policy there, and the next one."""
    policies, at = list(result.scenario.policies), chosen_point(result, point)
    metric = first_metric(result.scenario)
    best = leader(result, at, metric) if metric in result.names and not is_neutral(metric) else None
    told = told_pair_at(result, at, metric)
    first = wanted[0] if wanted[0] in policies else best or policies[0]
    others = [name for name in policies if name != first]
    usual = told.second if told and told.first == first else others[0]
    second = wanted[1] if wanted[1] in others else usual
    assert first is not None
    assert second is not None
    return Pair(first, second, at)


def ledger_of(result: Result, pair: Pair, metric: str | None, follows_states: bool = True) -> Tree:
    """The ledger; of the metric of the study where no other is wanted. `UnavailableError` says why there is none.

    Without *follows_states* it comes at once, without those episodes that take seconds to find.
    """
    policies, wanted = (pair.first, pair.second), metric or first_metric(result.scenario)
    return why_of(result.scenario, pair.point, policies, wanted, follows_states)


def describe(result: Result, pair: Pair, ledger: Tree) -> str:
    """The answer in at most four sentences, and of what it is told; episodes have words of their own."""
    said = with_policy_names(" ".join(why_words(ledger))) or "They do not differ in any job or iteration."
    runs = ledger["difference"]["replications"]
    where = point_words(result.scenario, result.points[pair.point])
    things = "blocks of the log" if result.scenario.blocks > 1 else "replications" if runs != 1 else "replication"
    note = f"Told of {runs} {things} at {where}."
    short = ledger["entries"] == 0
    return said if short else f"{said} {note}"


LOOKING = "Looking where their states part and meet again …"


def episodes_text(scenario: Scenario, ledger: Tree) -> str:
    """How many episodes there are and how their picture is read, or why there is none."""
    found = ledger.get("episodes")
    if found is None:
        return no_episodes_words(scenario, ledger)
    if not found["number"]:
        return episode_words(ledger)
    many, largest = found["number"], len(found["largest"])
    shown = f"The {largest} that bring most, of {many:,}. " if many > largest else ""
    way = "A click on a mark, or on a row of the table, opens the race where the episode begins."
    return f"{episode_words(ledger)} {shown}{way}"


def metrics_to_choose(ledger: Tree) -> list[dict[str, str]]:
    """The metrics of which there is a ledger."""
    return [{"value": name, "label": metric_words(name).title} for name in ledger["metrics"]]
