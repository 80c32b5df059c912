"""What the form of a family of models is made of."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import plotly.graph_objects as go

from components.pages.studio.sketch.board import Board

Tree = dict[str, Any]


class Entries(NamedTuple):
    """A list of the scenario that grows and shrinks by buttons, "add-x" and "remove-x".

    Attributes
    ----------
    path
        Where the list is.
    fresh
        A new entry.
    fewest
        How many always stay.
    takes_along
        Paths of entries of other lists that go with entry number n.
    drawn
        A new entry from what somebody has drawn of it by hand, or None if it cannot be one.
    """

    path: str
    fresh: Callable[[Tree], Tree]
    fewest: int = 1
    takes_along: Callable[[Tree, int], list[str]] = lambda _tree, _number: []
    drawn: Callable[[Tree, Tree], Tree | None] = lambda _tree, _drawn: None


class FamilyForm(NamedTuple):
    """The builders of a family's form.

    Attributes
    ----------
    cluster, workload, options
        The inside of a section; *options* that of its disclosure.
    draw_cluster
        The picture of the cluster for a tree and "light" or "dark".
    board
        The cluster as it is drawn by hand; None of a family that has no such picture.
    entries
        The lists, by the x of their buttons.
    actions
        What other buttons make of the tree, by what they are called.
    settle
        What else has to follow what was typed: given the tree and the draft before it, changes the tree.
    cluster_title, workload_title
        What the sections are called.
    chosen
        What else has to follow when a part becomes another kind: given the tree and the one before, changes the tree.
    texts
        How lists that are typed as text are read, by their paths; `ValuesError` says what is wrong.
    is_random
        Whether replications differ; where they do not, one is all there is.
    own, own_names
        What follows the choice of policies: those that people make themselves; and the names of these.
    measured
        What follows warm-up and threshold: what is measured only if somebody asks for it.
    wholes
        Paths of fields that only the form of a whole part can change, with the title of that part and its builder.
    """

    cluster: Callable[[Tree], list[Any]]
    workload: Callable[[Tree], list[Any]]
    options: Callable[[Tree], list[Any]]
    draw_cluster: Callable[[Tree, str], go.Figure]
    entries: dict[str, Entries]
    actions: Mapping[str, Callable[[Tree], Tree]] = MappingProxyType({})
    settle: Callable[[Tree, Tree], None] = lambda _tree, _draft: None
    chosen: Callable[[Tree, Tree], None] = lambda _tree, _before: None
    texts: Mapping[str, Callable[[str], list[Any]]] = MappingProxyType({})
    is_random: Callable[[Tree], bool] = lambda _tree: True
    cluster_title: str = "Cluster"
    workload_title: str = "Workload"
    own: Callable[[Tree], list[Any]] = lambda _tree: []
    own_names: Callable[[Tree], list[str]] = lambda _tree: []
    measured: Callable[[Tree], list[Any]] = lambda _tree: []
    wholes: Mapping[str, tuple[str, Callable[[Tree], list[Any]]]] = MappingProxyType({})
    board: Callable[[Tree], Board | None] = lambda _tree: None


def new_name(stem: str, others: list[Tree]) -> str:
    """A name that nobody has among *others*: "group 3"."""
    taken = {other["name"] for other in others}
    return next(f"{stem} {n}" for n in range(len(others) + 1, 100) if f"{stem} {n}" not in taken)
