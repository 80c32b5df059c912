"""The face of master-worker applications."""

from typing import Any

from components.pages.studio.face import CHOICE, RACE, SKETCHED, Face, Opening, Tab, Tree
from components.pages.studio.families.master_worker import panels
from components.pages.studio.families.master_worker.decisions import TAB, for_player, offered_at
from components.pages.studio.families.master_worker.form import MASTER_WORKER_FORM
from components.pages.studio.families.master_worker.part_words import PARTS, THUMBNAILS
from components.pages.studio.families.master_worker.pictures import LOSSES, PICTURES, TABLE_2
from components.pages.studio.families.master_worker.race import RACE_TABLES, race_player
from components.pages.studio.families.master_worker.tables import TABLES
from components.pages.studio.ids import Id
from components.pages.studio.replay.overview import Overview
from engine.master_worker.replay.trace import CURVES, GANTT, LEARNING, POOL
from engine.master_worker.replay.tree import Trace


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


def overview_of(trace: Trace) -> Overview | None:
    """Along the iterations, of which one is shown; None where the trace has none of them."""
    gantt = trace.get("gantt")
    if gantt is None:
        return None
    shown = gantt["iteration"]
    return Overview.of_iterations(gantt["lengths"], trace["iterations"], shown - 1, shown)


OPENINGS = {
    "heymann-figure-4": Opening("application_time"),
    "heymann-figure-4a": Opening("application_time"),
    "heymann-table-1": Opening("loss_maximum", "losses"),
    "heymann-worst-cases": Opening("loss_maximum"),
    "heymann-factorial": Opening("loss_maximum", "losses"),
    "heymann-table-2": Opening("target_workers", "table-2"),
    "heymann-table-2-different": Opening("target_workers", "table-2"),
}


PART_OF_TRACE = {"numbers": CURVES, "gantt": GANTT, RACE.value: GANTT, TAB: GANTT, "learning": LEARNING, "pool": POOL}


def _window(tab: str, fields: dict[str, Any]) -> dict[str, float]:
    part: dict[str, float] = {"part": PART_OF_TRACE[tab]}
    part |= {"hand_outs": 1} if tab == TAB else {}
    return part | ({"iteration": fields.get(Id.ITERATION) or 1} if part["part"] == GANTT else {})


MASTER_WORKER = Face(
    form=MASTER_WORKER_FORM,
    parts=PARTS,
    thumbnails=THUMBNAILS,
    tabs=TABS,
    pictures=PICTURES,
    tables=TABLES,
    window=_window,
    player=for_player,
    what_ifs={TAB: offered_at},
    decided=(TAB,),
    overview=overview_of,
    race_bar=("overview", "iteration"),
    race_tables=RACE_TABLES,
    race_player=race_player,
    openings=OPENINGS,
)
