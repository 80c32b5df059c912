"""What the tab shows: the ledger of two policies at a point, and its tables."""

from typing import Any, NamedTuple

from components.controls.data_table import DataTable
from components.pages.studio.answer.fair import chosen_point
from components.visits.answers import why_of
from components.words.leaders import is_neutral, leader
from components.words.told_pair import told_pair_at
from components.words.why import METHODS, PLURALS, episode_words, no_episodes_words, told_of, why_words
from components.words.wording import first_metric, metric_words, number, point_words
from engine.inputs.scenario import Scenario
from engine.results.result import Result

Tree = dict[str, Any]

MISSING = "–"


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


def ledger_of(result: Result, pair: Pair, metric: str | None) -> Tree:
    """The ledger; of the metric of the study where no other is wanted. `UnavailableError` says why there is none."""
    return why_of(result.scenario, pair.point, (pair.first, pair.second), metric or first_metric(result.scenario))


def describe(result: Result, pair: Pair, ledger: Tree) -> str:
    """The answer in at most four sentences, and of what it is told."""
    said = " ".join(why_words(ledger)) or "They do not differ in any job or iteration."
    runs = ledger["difference"]["replications"]
    where = point_words(result.scenario, result.points[pair.point])
    things = "blocks of the log" if result.scenario.blocks > 1 else "replications" if runs != 1 else "replication"
    note = f"Told of {runs} {things} at {where}."
    short = ledger["entries"] == 0
    return " ".join(part for part in (said, episode_words(ledger), "" if short else note) if part)


def episodes_text(scenario: Scenario, ledger: Tree) -> str:
    """How the picture of episodes is read, or why there is none."""
    found = ledger.get("episodes")
    if found is None:
        return no_episodes_words(scenario, ledger)
    if not found["number"]:
        return ""
    many, largest = found["number"], len(found["largest"])
    shown = f"The {largest} that bring most, of {many:,}. " if many > largest else ""
    return f"{shown}A click on a mark, or on a row of the table, opens the race where the episode begins."


def metrics_to_choose(ledger: Tree) -> list[dict[str, str]]:
    """The metrics of which there is a ledger."""
    return [{"value": name, "label": metric_words(name).title} for name in ledger["metrics"]]


def parts_table(ledger: Tree) -> DataTable:
    """From what the difference comes, and who wins."""
    told = told_of(ledger)
    rows = [["all of it", ledger["difference"]], *ledger["parts"].items()]
    if ledger["counted"]["mean"]:
        rows.append([f"{PLURALS[ledger['kind']]} counted under one of the two only", ledger["counted"]])
    body = [[name, *_numbers(one, told.scale)] for name, one in rows]
    first, second = ledger["policies"]
    unit = f" ({told.unit.strip()})" if told.unit else ""
    return DataTable(
        f"{told.title} of {second} less that of {first}{unit}, and what brings it; {METHODS}",
        ["From what", "Mean", "95 % from", "to"],
        body,
    )


def winners_table(ledger: Tree) -> DataTable:
    """The distribution of differences, class by class."""
    told, total = told_of(ledger), sum(count for _, _, count in ledger["spread"]) or 1
    unit = f" ({told.unit.strip()})" if told.unit else ""
    body = [
        [number(low * told.scale, 3), number(high * told.scale, 3), f"{count:,}", number(100 * count / total, 3)]
        for low, high, count in ledger["spread"]
    ]
    head = [f"From{unit}", f"to{unit}", PLURALS[ledger["kind"]].capitalize(), "Share (%)"]
    first, second = ledger["policies"]
    return DataTable(f"{second} less {first} of single {PLURALS[ledger['kind']]}, all replications", head, body)


def whose_table(ledger: Tree) -> DataTable:
    """Whose difference it is: by class, size and demand, or by part of the run."""
    told, whole = told_of(ledger), ledger["difference"]["mean"]
    unit = f" ({told.unit.strip()})" if told.unit else ""
    body = [
        [
            kind,
            one["name"],
            number(one["entries"], 5),
            *_numbers(one["mean"], told.scale),
            number(100 * one["brought"]["mean"] / whole, 3) if whole else MISSING,
        ]
        for kind, groups in ledger["groups"].items()
        for one in groups
    ]
    things = PLURALS[ledger["kind"]].capitalize()
    head = ["By", "Which", things, f"Mean difference{unit}", "95 % from", "to", "Share of the difference (%)"]
    first, second = ledger["policies"]
    return DataTable(f"Whose it is: {second} less {first}, {things.lower()} of a replication", head, body)


def curve_table(ledger: Tree) -> DataTable:
    """The cumulative difference."""
    told = told_of(ledger)
    unit = f" ({told.unit.strip()})" if told.unit else ""
    rows = zip(ledger["position"], ledger["first"], ledger["low"], ledger["high"], strict=True)
    body = [[f"{position:,}", *(number(value * told.scale, 4) for value in values)] for position, *values in rows]
    head = [f"Up to {ledger['kind']}", f"Replication 1{unit}", f"Least of all{unit}", f"Largest of all{unit}"]
    return DataTable("Cumulative difference, in order", head, body)


def episodes_table(ledger: Tree) -> DataTable:
    """The episodes of the first replication that bring most; none where states are more than who runs since when."""
    told = told_of(ledger)
    unit = f" ({told.unit.strip()})" if told.unit else ""
    rows = (ledger.get("episodes") or {}).get("largest", [])
    body = [
        [
            number(one["begin"], 9),
            number(one["end"], 9) if one["is_over"] else f"{number(one['end'], 9)}, not over",
            one["job"] + 1,
            f"{one['jobs']:,}",
            number(one["brought"] * told.scale, 4),
        ]
        for one in rows
    ]
    head = ["From (s)", "to (s)", "Decided about job", "Jobs", f"Brings{unit}"]
    return DataTable("Episodes of replication 1, those that bring most first", head, body)


TABLES = {
    "why-parts": parts_table,
    "why-whose": whose_table,
    "why-winners": winners_table,
    "why-curve": curve_table,
    "why-episodes": episodes_table,
}
"""By the names of their places."""


def _numbers(one: Tree, scale: float) -> list[str]:
    values = (one[name] for name in ("mean", "low", "high"))
    return [MISSING if value is None else number(value * scale, 4) for value in values]
