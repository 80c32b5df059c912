"""Which tabs the answer has: by family, and by what the study and the chosen policy have to show."""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.coscheduling.policies import SCHEMES, OnDelivery

Tree = dict[str, Any]


def _always(_tree: Tree, _policy: str | None) -> bool:
    return True


def has_deadlines(tree: Tree, _policy: str | None = None) -> bool:
    """Whether any job of the scenario with this *tree* has a deadline; without, profit says nothing."""
    classes = tree.get("workload", {}).get("job_classes", [])
    return any(kind.get("deadline", {}).get("deadline", "none") != "none" for kind in classes)


def has_matrix(tree: Tree, policy: str | None) -> bool:
    """Whether all nodes change jobs together under the *policy* that is replayed."""
    chosen: str = policy if policy and policy in tree["policies"] else tree["policies"][0]
    return bool(SCHEMES[chosen].gang)


def has_queues(tree: Tree, policy: str | None) -> bool:
    """Whether every node has feedback queues of its own under the *policy* that is replayed."""
    return not has_matrix(tree, policy)


def has_boosts(tree: Tree, _policy: str | None = None) -> bool:
    """Whether any policy of the study polls for messages."""
    return any(SCHEMES[name].on_delivery == OnDelivery.PERIODIC_BOOST for name in tree["policies"])


def has_changing_workers(tree: Tree, _policy: str | None = None) -> bool:
    """Whether the workers in use change: their number by a rule, or because their owners come and go."""
    rule, presence = tree["workers"]["number"]["rule"], tree["workers"]["availability"]["presence"]
    return rule not in ("fixed", "table-2") or presence != "always"


def has_population(tree: Tree, _policy: str | None = None) -> bool:
    """Whether every cell is a population of cases, each compared with LPTF."""
    return tree["population"] is not None


def has_table_2(tree: Tree, _policy: str | None = None) -> bool:
    """Whether the study says how many workers meet the target efficiency at each of several workload factors."""
    swept = [(tree["study"].get(name) or {}).get("field") for name in ("vary", "and_vary")]
    master, is_dedicated = tree["master"], tree["workers"]["availability"]["presence"] == "always"
    is_free = not master["dispatch_time"] and not master["bytes_per_task"]
    return "application.workload_factor" in swept and is_dedicated and is_free and not has_population(tree)


class Tab(NamedTuple):
    """A tab of the answer.

    Attributes
    ----------
    value, title : as the page knows it, and as it is read
    bar : the parts of the bar of the replay that stand above it; with "policy", it shows a replication, and with
        "live" as well that of the sketch, whether it was run or not; with "policies", those of the study beside it
    is_there : whether it has anything to show, by the tree of the study and the policy that is replayed
    instead : the tab that is opened when this one goes away
    """

    value: str
    title: str
    bar: tuple[str, ...] = ()
    is_there: Callable[[Tree, str | None], bool] = _always
    instead: str = "curves"


CHOICE = ("policy", "point", "replication")
PLAYED = (*CHOICE, "first-job", "player")
SKETCHED = ("policy", "point", "live")
CURVES, FAIRNESS, DATA = Tab("curves", "Curves"), Tab("fairness", "Fairness"), Tab("data", "Data")

TABS: dict[str, tuple[Tab, ...]] = {
    "parallel-jobs": (
        CURVES,
        Tab("states", "Mapping states", PLAYED),
        Tab("schedule", "Schedule", PLAYED),
        Tab("allocation", "Allocation", PLAYED),
        Tab("decisions", "Decisions", PLAYED),
        Tab("over-time", "Utilization", PLAYED),
        Tab("profit", "Profit", PLAYED, has_deadlines),
        FAIRNESS,
        DATA,
    ),
    "coscheduling": (
        CURVES,
        Tab("timeline", "Node timeline", (*CHOICE, "window", "nodes")),
        Tab("matrix", "Ousterhout matrix", (*CHOICE, "window", "player"), has_matrix, "queues"),
        Tab("queues", "Queues", (*CHOICE, "window", "node"), has_queues, "matrix"),
        Tab("profile", "Profile", (*CHOICE, "policies")),
        Tab("boosts", "Boosts", ("point",), has_boosts),
        FAIRNESS,
        DATA,
    ),
    "master-worker": (
        CURVES,
        Tab("numbers", "Number of workers", SKETCHED),
        Tab("gantt", "One iteration", (*CHOICE, "iteration")),
        Tab("learning", "Learned averages", CHOICE),
        Tab("pool", "Workers over time", CHOICE, has_changing_workers, "gantt"),
        Tab("losses", "Losses against LPTF", ("point",), has_population),
        Tab("table-2", "Table 2", ("point",), has_table_2),
        DATA,
    ),
    "synchronous-iterative": (
        CURVES,
        Tab("processors", "Processors", SKETCHED),
        Tab("parts", "Where η comes from", SKETCHED),
        Tab("staircase", "Staircase", SKETCHED),
        Tab("costs", "Costs", SKETCHED),
        Tab("barrier", "Iterations", (*CHOICE, "iteration")),
        Tab("errors", "Formula and simulation", ("policy", "point")),
        DATA,
    ),
}
"""The tabs of each family, in the order of the page."""


def all_tabs() -> list[Tab]:
    """Every tab that the page has, once; those that several families share stay where they are, at either end."""
    own = [tab for tabs in TABS.values() for tab in tabs if tab not in (CURVES, FAIRNESS, DATA)]
    return [CURVES, *own, FAIRNESS, DATA]


def of_shown(tree: Tree, off: Any) -> Tree:
    """The *tree* of a study without the policies that are switched *off*; with all, if none would be left."""
    names = off if isinstance(off, list | tuple) else ()
    return tree | {"policies": [name for name in tree["policies"] if name not in names] or tree["policies"]}


def shown_tabs(tree: Tree, policy: str | None) -> list[str]:
    """The tabs of a study that are there while *policy* is replayed."""
    return [tab.value for tab in TABS[tree["family"]] if tab.is_there(tree, policy)]


def tab_to_open(tree: Tree, policy: str | None, opened: str) -> str:
    """The tab that is open if it is there, or else the one instead of it."""
    shown = shown_tabs(tree, policy)
    if opened in shown:
        return opened
    instead = {tab.value: tab.instead for tab in all_tabs()}.get(opened, CURVES.value)
    return instead if instead in shown else CURVES.value


def bars() -> dict[str, list[str]]:
    """The parts of the bar of the replay, for each tab that has any."""
    return {tab.value: list(tab.bar) for tab in all_tabs() if tab.bar}


def shows_replication(family: str, opened: str) -> bool:
    """Whether the tab that is open is one of *family* that shows a single replication."""
    return any(tab.value == opened and "policy" in tab.bar for tab in TABS[family])


def is_live(opened: str) -> bool:
    """Whether a tab shows what is sketched, and not the study that was run."""
    return any(tab.value == opened and "live" in tab.bar for tab in all_tabs())
