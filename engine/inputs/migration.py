"""Scenarios of older versions, as people keep them in links and files, brought up to the present one step by step.

A version is for what means something else or is called otherwise; a field that is new has a default and needs none.
"""

from collections.abc import Callable, Mapping
from typing import Any

Tree = dict[str, Any]

STEPS: Mapping[int, Callable[[Tree], Tree]] = {}
"""From each older version to the next one. Never take one away: links live for ever."""


def migrated(tree: Tree, steps: Mapping[int, Callable[[Tree], Tree]] = STEPS) -> Tree:
    """The JSON *tree* of a scenario, hostile as it may be, in the present version if it is an older one."""
    version = tree.get("version")
    while isinstance(version, int) and not isinstance(version, bool) and version in steps:
        tree, version = {**steps[version](tree), "version": version + 1}, version + 1
    return tree
