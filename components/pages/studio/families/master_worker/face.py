"""The face of master-worker applications."""

from typing import Any

from components.pages.studio.face import RACE, Face
from components.pages.studio.families.master_worker.decisions.offered import TAB, for_player, offered_at
from components.pages.studio.families.master_worker.form import MASTER_WORKER_FORM
from components.pages.studio.families.master_worker.openings import OPENINGS
from components.pages.studio.families.master_worker.overview import overview_of
from components.pages.studio.families.master_worker.part_words import PARTS, THUMBNAILS
from components.pages.studio.families.master_worker.pictures import PICTURES
from components.pages.studio.families.master_worker.race.told import RACE_TABLES, race_player
from components.pages.studio.families.master_worker.tables import TABLES
from components.pages.studio.families.master_worker.tabs import TABS
from components.pages.studio.ids import Id
from engine.master_worker.replay.trace import CURVES, GANTT, LEARNING, POOL

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
