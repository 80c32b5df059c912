"""Which tabs the answer has: by family, and by what the study and the chosen policy have to show."""

from typing import Any

import dash_mantine_components as dmc

from components.pages.studio.face import FACES, RACE, Tab, Tree
from components.pages.studio.ids import tab_id


def _tells_why(tree: Tree, _policy: str | None) -> bool:
    """Whether there are two policies that can differ job by job, or iteration by iteration."""
    return len(tree["policies"]) > 1 and not tree.get("population")


WHY = Tab("why", "Why?", ("point",), _tells_why)
CURVES, FAIRNESS, DATA = Tab("curves", "Curves"), Tab("fairness", "Fairness"), Tab("data", "Data")


SHARED = (CURVES, WHY, FAIRNESS, DATA)
"""Of all families: their places stay whatever is shown."""


def tabs_of(family: str) -> tuple[Tab, ...]:
    """The tabs of a family, in the order of the page."""
    face = FACES[family]
    return (CURVES, WHY, *face.tabs, *([FAIRNESS] if face.has_fairness else []), DATA)


def all_tabs() -> list[Tab]:
    """Every tab that the page has, once; those that all families share stay where they are, at either end."""
    own = {tab.value: tab for face in FACES.values() for tab in face.tabs}
    return [CURVES, WHY, *own.values(), FAIRNESS, DATA]


def create_tabs(there: list[str]) -> list[dmc.TabsTab]:
    """The tabs that are *there*. Others of the family, and those of other families, only cost time."""
    titles = {tab.value: tab.title for tab in all_tabs()}
    return [dmc.TabsTab(titles[name], value=name, id=tab_id(name)) for name in there if name in titles]


def of_shown(tree: Tree, off: Any, against: str = "") -> Tree:
    """The *tree* of a study without the policies that are switched *off*; with all, if none would be left. It races
    *against* studies of those links, if any."""
    names = off if isinstance(off, list | tuple) else ()
    left = {"policies": [name for name in tree["policies"] if name not in names] or tree["policies"]}
    return tree | left | ({"against": against} if against else {})


def shown_tabs(tree: Tree, policy: str | None, sketched: Tree | None = None) -> list[str]:
    """The tabs of a study that are there while *policy* is replayed; those that show what is *sketched* go by that."""
    live = sketched if sketched and sketched["family"] == tree["family"] else tree
    return [tab.value for tab in tabs_of(tree["family"]) if tab.is_there(live if "live" in tab.bar else tree, policy)]


def tab_to_open(tree: Tree, policy: str | None, opened: str, sketched: Tree | None = None) -> str:
    """The tab that is open if it is there, or else the one instead of it."""
    shown = shown_tabs(tree, policy, sketched)
    if opened in shown:
        return opened
    instead = {tab.value: tab.instead for tab in all_tabs()}.get(opened, CURVES.value)
    return instead if instead in shown else CURVES.value


def first_tab(tree: Tree) -> str:
    """The tab that a page begins with."""
    return next((tab.value for tab in tabs_of(tree["family"]) if tab.is_first(tree)), CURVES.value)


def bars() -> dict[str, list[str]]:
    """The parts of the bar of the replay, for each tab that has any; those of the race by its family, too."""
    raced = {f"{family} {RACE.value}": [*RACE.bar, *face.race_bar] for family, face in FACES.items()}
    return {tab.value: list(tab.bar) for tab in all_tabs() if tab.bar} | raced


def shows_replication(family: str, opened: str) -> bool:
    """Whether the tab that is open is one of *family* that shows a single replication."""
    return any(tab.value == opened and "policy" in tab.bar for tab in tabs_of(family))


def is_race(opened: str) -> bool:
    """Whether a tab shows the replays of several policies, one below the other."""
    return any(tab.value == opened and "racers" in tab.bar for tab in all_tabs())


def live_tabs() -> list[str]:
    """The tabs that show what is sketched."""
    return [tab.value for tab in all_tabs() if is_live(tab.value)]


def is_live(opened: str) -> bool:
    """Whether a tab shows what is sketched, and not the study that was run."""
    return any(tab.value == opened and "live" in tab.bar for tab in all_tabs())
