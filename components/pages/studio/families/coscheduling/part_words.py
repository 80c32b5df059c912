"""What the parts of a coscheduling scenario mean, in a few words and as tiny pictures."""

from typing import Any

import numpy as np

from components.controls.thumbnail import shape_of
from components.pages.studio.sketch.part_words import COMMON_PARTS, Part, Style, Words, options_part
from components.words.inputs.fields import describe, value_at
from components.words.inputs.unions import choice_words, in_words, quantity_words
from engine.coscheduling.inputs.cluster import Nodes
from engine.coscheduling.inputs.hyper_erlang import variates
from engine.coscheduling.inputs.options import READINGS, Options
from engine.coscheduling.inputs.scenario import Workload
from engine.coscheduling.policies import POLICIES
from engine.inputs.draws import Draws

SHARES = ("computation", "io", "communication")
"""The three fields of a job type that make 100 %."""

SEEN = ("nodes", "partitions", "multiprogramming_level")
"""Fields of the cluster that are always in sight; all but these and those of owners are costs."""
OWNERS = ("background_load", "loaded_nodes")

SAID = 2
"""How many costs that are not as usual are said one by one."""

THUMBNAIL_JOBS = 20_000
THUMBNAIL_BARS = 32


def _costs(tree: dict[str, Any], path: str) -> str:
    changed = PARTS["costs"].changed(tree, path)
    if len(changed) > SAID:
        return f"{len(changed)} not as in table 3"
    return "; ".join(quantity_words(tree, f"{path}.{name}") for name in changed) or "as in table 3"


def _chosen(option: str) -> Words:
    names = [policy.name for policy in POLICIES.values() if policy.variant and policy.variant.option == option]

    def words(tree: dict[str, Any], _path: str) -> str:
        return ", ".join(name for name in tree["policies"] if name in names) or "none chosen"

    return words


def _execution_time(tree: dict[str, Any], path: str) -> dict[str, str]:
    """How likely an execution time is, from 0 to three times the mean."""
    variation = value_at(tree, path.rpartition(".")[0])["variation"]
    is_number = isinstance(variation, int | float)
    if not is_number or variation < 0:
        return shape_of([])
    drawn = variates(Draws(1, 0), "thumbnail", THUMBNAIL_JOBS, variation)
    counts, _ = np.histogram(drawn, bins=THUMBNAIL_BARS, range=(0, 3))
    return shape_of([float(height) for height in counts / max(1, counts.max())])


def _nodes(tree: dict[str, Any], path: str) -> str:
    nodes, partitions, level = (value_at(tree, path)[name] for name in SEEN)
    load, loaded = (value_at(tree, path)[name] for name in OWNERS)
    owners = f", background load {load} on at most {loaded} nodes" if load else ""
    return f"{nodes}, partitions {partitions}, processes per node {level}{owners}"


def _shares(tree: dict[str, Any], path: str) -> str:
    titles = {name: describe(tree, f"{path}.{name}").title.split(" of “")[0] for name in SHARES}
    return ", ".join(f"{title} {value_at(tree, path)[name]} %" for name, title in titles.items())


def _admission(tree: dict[str, Any], path: str) -> str:
    return choice_words("admission", value_at(tree, path)["admission"])


PARTS = {
    "nodes": Part("Nodes", _nodes),
    "shares": Part("Job type", _shares),
    "costs": Part("Costs", _costs, Nodes, *(name for name in Nodes.model_fields if name not in (*SEEN, *OWNERS))),
    "estimate": Part("Run time estimate", lambda tree, path: in_words(tree, f"{path}.estimate"), Workload, "estimate"),
    "options": options_part("Readings of the paper", Options, *READINGS),
    "admission": Part("Admission", _admission, Options, "admission"),
    **{option: Part(f"Other {option}s", _chosen(option)) for option in ("heuristic", "order")},
    **COMMON_PARTS,
}

THUMBNAILS: dict[str, Style] = {"execution_time": _execution_time}
