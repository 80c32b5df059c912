"""What tabs master-worker applications have."""

from components.pages.studio.face import CHOICE, RACE, SKETCHED, Tab, Tree
from components.pages.studio.families.master_worker import panels
from components.pages.studio.families.master_worker.pictures import LOSSES, TABLE_2


def has_changing_workers(tree: Tree, _policy: str | None = None) -> bool:
    """Whether the workers in use change: their number by a rule, or because their owners come and go."""
    rule, presence = tree["workers"]["number"]["rule"], tree["workers"]["availability"]["presence"]
    return rule not in ("fixed", "table-2") or presence != "always"


def has_population(tree: Tree, _policy: str | None = None) -> bool:
    """Whether every cell is a population of cases, each compared with LPTF."""
    return tree["population"] is not None


def is_no_population(tree: Tree, _policy: str | None = None) -> bool:
    """Whether a replication is one application."""
    return not has_population(tree)


def has_table_2(tree: Tree, _policy: str | None = None) -> bool:
    """Whether the study says how many workers meet the target efficiency at each of several workload factors."""
    swept = [(tree["study"].get(name) or {}).get("field") for name in ("vary", "and_vary")]
    master, is_dedicated = tree["master"], tree["workers"]["availability"]["presence"] == "always"
    is_free = not master["dispatch_time"] and not master["bytes_per_task"]
    return "application.workload_factor" in swept and is_dedicated and is_free and not has_population(tree)


TABS = (
    Tab("numbers", "Number of workers", SKETCHED, panel=panels.create_numbers),
    Tab("gantt", "One iteration", (*CHOICE, "overview", "iteration"), panel=panels.create_gantt),
    RACE,
    Tab(
        "task-decisions",
        "Decisions",
        (*CHOICE, "overview", "iteration", "player"),
        is_no_population,
        panel=panels.create_task_decisions,
    ),
    Tab("learning", "Learned averages", CHOICE, panel=panels.create_learning),
    Tab("pool", "Workers over time", CHOICE, has_changing_workers, "gantt", panel=panels.create_pool),
    Tab(
        "losses",
        "Losses against LPTF",
        ("point",),
        has_population,
        panel=panels.create_losses,
        shows=(LOSSES,),
    ),
    Tab("table-2", "Table 2", ("point",), has_table_2, panel=panels.create_table_2, shows=(TABLE_2,)),
)
"""Between the curves and the data, in the order of the page."""
