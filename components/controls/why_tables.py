"""The tables behind the pictures of why two policies, or two sides, differ: told from the tree of a ledger."""

from typing import Any

from components.controls.data_table import DataTable
from components.words.differences.part_names import part_words
from components.words.differences.why import METHODS, PLURALS, told_of
from components.words.wording import number

Tree = dict[str, Any]

MISSING = "–"


def parts_table(ledger: Tree) -> DataTable:
    """From what the difference comes, and who wins."""
    told = told_of(ledger)
    rows = [["all of it", ledger["difference"]], *ledger["parts"].items()]
    if ledger["counted"]["mean"]:
        rows.append([f"{PLURALS[ledger['kind']]} counted under one of the two only", ledger["counted"]])
    body = [[name, *_numbers(one, told.scale)] for name, one in rows]
    first, second = ledger["policies"]
    unit = f" ({told.unit.strip()})" if told.unit else ""
    what = f"{told.title} of {second} less that of {first}{unit}, and what brings it"
    return DataTable(
        f"{what}; {METHODS} {part_words(ledger)}".rstrip(),
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
