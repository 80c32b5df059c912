"""What a part of the form means in a few words: of any family."""

from collections.abc import Callable
from functools import cache
from typing import Any

from components.words.inputs.fields import value_at
from components.words.inputs.unions import in_words, quantity_words
from components.words.policy_names import policy_name
from engine.inputs.measurement import Measurement
from engine.study.registry import FAMILIES

Words = Callable[[dict[str, Any], str], str]
Style = Callable[[dict[str, Any], str], dict[str, str]]


class Part:
    """A disclosure: its title, its words, and the fields in it with their usual values."""

    def __init__(self, title: str, words: Words, model: Any = None, *fields: str) -> None:
        self.title, self.words = title, words
        self.usual = {name: _default(model, name) for name in fields}

    def changed(self, tree: dict[str, Any], path: str) -> list[str]:
        """The fields that have another value than usual."""
        here = value_at(tree, path)
        return [name for name, value in self.usual.items() if here[name] != value]


def _default(model: Any, name: str) -> Any:
    value = model.model_fields[name].get_default(call_default_factory=True)
    if isinstance(value, tuple):
        return list(value)
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else value


def options_part(title: str, model: Any, *fields: str) -> Part:
    """A part whose words only count what is not as usual; of all fields of the *model* if none are named."""

    def words(tree: dict[str, Any], path: str) -> str:
        changed = part.changed(tree, path)
        return f"{len(changed)} not as usual" if changed else "as usual"

    part = Part(title, words, model, *(fields or model.model_fields))
    return part


def entry_part(title: str, count: str, *others: str) -> Part:
    """A part of equal machines, by the names of its fields: "Group: 25 × slow, speed factor 4"."""

    def words(tree: dict[str, Any], path: str) -> str:
        entry = value_at(tree, path)
        return ", ".join(
            [f"{entry[count]} × {entry['name']}", *(quantity_words(tree, f"{path}.{one}") for one in others)]
        )

    return Part(title, words)


def _measurement(tree: dict[str, Any], path: str) -> str:
    threshold = quantity_words(tree, f"{path}.slowdown_threshold")
    return f"warm-up {in_words(tree, f'{path}.warm_up')}; {threshold}"


def _reference(tree: dict[str, Any], _path: str) -> str:
    chosen, family = tree["policies"], FAMILIES[tree["family"]]
    compared = (
        f"The others are compared with {policy_name(chosen[0])}, the first one chosen." if len(chosen) > 1 else ""
    )
    most = _most_policies(tree["family"])
    counted = f"{len(chosen)} of at most {most} chosen." if most < len(family.policies) else ""
    return f"{compared} {counted}".strip()


@cache
def _most_policies(family: str) -> int:
    """A schema takes as long to make as a third of a page."""
    policies = FAMILIES[family].scenario.model_json_schema()["properties"]["policies"]
    return int(policies.get("maxItems", len(FAMILIES[family].policies)))


def _precision(tree: dict[str, Any], path: str) -> str:
    study = value_at(tree, path)
    precision, seed = study.get("precision"), f"seed {study['seed']}"
    if precision:
        return f"until ± {precision['half_width_percent']} %, {seed}"
    times = study["replications"]
    return f"{times} replication{'' if times == 1 else 's'}, {seed}"


def _name(tree: dict[str, Any], _path: str) -> str:
    return tree.get("title") or "none"


COMMON_PARTS = {
    "name": Part("Name", _name),
    "precision": Part("Precision", _precision),
    "measurement": Part("Measurement", _measurement, Measurement, *Measurement.model_fields),
    "reference": Part("Compared with", _reference),
}
