"""The names by which policies are shown: their own, but for one that only says where it is printed."""

import re
from collections.abc import Iterable

from components.looks.theme import LOOKS
from engine.study.registry import FAMILIES

SHOWN = {
    policy.name: policy.shown for family in FAMILIES.values() for policy in family.policies.values() if policy.shown
}
"""Of those that are shown by another name than that of scenarios and results."""

_ANY = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in SHOWN) or "(?!)")


def policy_name(name: str) -> str:
    """What the policy *name* of a scenario is called on the page."""
    return SHOWN.get(name, name)


def marked(name: str) -> str:
    """The policy *name* behind its marker, as legends have it; what is as recorded has an empty one."""
    return f"{LOOKS[name].glyph if name in LOOKS else '□'} {policy_name(name)}"


def with_policy_names(text: str) -> str:
    """A sentence or a cell of a table in which policies have the names by which they are shown."""
    return _ANY.sub(lambda found: SHOWN[found.group()], text)


def policy_choices(names: Iterable[str]) -> list[dict[str, str]]:
    """Policies to choose from, as a menu wants them; of one of several studies, "A SED", the policy is renamed."""
    return [{"value": name, "label": with_policy_names(name)} for name in names]
