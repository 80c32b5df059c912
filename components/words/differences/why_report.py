"""`why A B`: why two policies differ at every point, for the terminal or as JSON."""

from typing import Any

import orjson
from tabulate import tabulate

from components.words.differences.part_names import part_words
from components.words.differences.why import (
    METHODS,
    PLURALS,
    SIDES_HAVE_NONE,
    no_episodes_words,
    told_of,
    why_metric,
    why_words,
)
from components.words.wording import first_metric, point_words
from engine.inputs.scenario import Scenario
from engine.results.matching import matches
from engine.results.pairing import pairing
from engine.why.ledger import ledger, metrics_told

Tree = dict[str, Any]


def check_pair(scenario: Scenario, pair: tuple[str, str]) -> None:
    """`ValueError` says which policies can be held against each other."""
    for name in pair:
        if name not in scenario.policies:
            raise ValueError(f'"{name}" is no policy of the scenario; it has {", ".join(scenario.policies)}')
    if pair[0] == pair[1]:
        raise ValueError(f"{pair[0]} is the same policy twice; name two")


def why_report(scenario: Scenario, pair: tuple[str, str], form: str) -> str:
    """The ledgers of all points as "table" or "json"."""
    points = scenario.points()
    found = []
    for point in points:
        at_point = scenario.at(point)
        metric = why_metric(metrics_told(at_point, pair[0]), first_metric(scenario))
        tree = ledger(at_point, pair, metric, follows_states=False).tree()
        left_out = no_episodes_words(scenario, tree, is_followed=False)
        found.append({"point": point, "sentences": why_words(tree), "left_out": left_out, **tree})
    if form == "json":
        return orjson.dumps(found, option=orjson.OPT_INDENT_2).decode()
    left_out = " ".join(dict.fromkeys(tree["left_out"] for tree in found if tree["left_out"]))
    methods = " ".join(one for one in (METHODS, part_words(found[0]), left_out) if one)
    return "\n\n".join([*(_of_point(scenario, tree, len(points) > 1) for tree in found), methods])


def sides_report(a: Scenario, b: Scenario, form: str) -> str:
    """Why each policy of both does otherwise in *b*, at all points that both have, as "table" or "json".

    `ValueError` says why they cannot be held against each other.
    """
    together, common = pairing(a, b), [name for name in a.policies if name in b.policies]
    found_at = matches(a, b)
    if not together.paired or not common or not found_at:
        reason = together.reason if not together.paired else "they have no policy and point in common"
        raise ValueError(f"job by job the two scenarios cannot be held against each other: {reason}")
    found = []
    for match in found_at:
        sides = a.at(a.points()[match.a]), b.at(b.points()[match.b])
        for policy in common:
            metric = why_metric(metrics_told(sides[0], policy), first_metric(a))
            count = min(side.study.replications for side in sides)
            tree = ledger(sides[0], (policy, policy), metric, count, sides[1], follows_states=False).tree()
            told = {"point": match.values, "policy": policy, "left_out": SIDES_HAVE_NONE}
            found.append({**told, "sentences": why_words(tree), **tree})
    if form == "json":
        return orjson.dumps(found, option=orjson.OPT_INDENT_2).decode()
    told_of_all = [f"{tree['policy']}: {_of_point(a, tree, bool(tree['point']))}" for tree in found]
    methods = " ".join(one for one in (METHODS, part_words(found[0]), SIDES_HAVE_NONE) if one)
    return "\n\n".join([*told_of_all, f"A is {a.title}, B is {b.title}. {methods}"])


def _of_point(scenario: Scenario, tree: Tree, is_swept: bool) -> str:
    told = told_of(tree)
    unit = f" ({told.unit.strip()})" if told.unit else ""
    head = f"Why {tree['policies'][1]} differs from {tree['policies'][0]}"
    lines = [f"{head} at {point_words(scenario, tree['point'])}" if is_swept else head]
    lines += tree["sentences"] or ["They do not differ."]
    rows = [("all", *_numbers(tree["difference"], told.scale))]
    rows += [(name, *_numbers(one, told.scale)) for name, one in tree["parts"].items()]
    if tree["counted"]["mean"]:
        rows.append((f"{PLURALS[tree['kind']]} counted under one only", *_numbers(tree["counted"], told.scale)))
    lines.append(tabulate(rows, (f"from what{unit}", "mean", "low", "high"), floatfmt=".6g", missingval="-"))
    whose = [
        (
            kind,
            one["name"],
            one["entries"],
            *_numbers(one["mean"], told.scale),
            _scaled(one["brought"]["mean"], told.scale),
        )
        for kind, groups in tree["groups"].items()
        if len(groups) > 1
        for one in groups
    ]
    if whose:
        head_of = ("by", f"whose{unit}", PLURALS[tree["kind"]], "mean", "low", "high", "brings")
        lines.append(tabulate(whose, head_of, floatfmt=".6g", missingval="-"))
    return "\n\n".join(lines)


def _numbers(one: Tree, scale: float) -> tuple[float | None, ...]:
    return tuple(_scaled(one[name], scale) for name in ("mean", "low", "high"))


def _scaled(value: float | None, scale: float) -> float | None:
    return None if value is None else value * scale
