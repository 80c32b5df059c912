"""The way to the race: the sides on one clock, in a view that leads back here, where they are on the same jobs."""

from urllib.parse import urlencode

from dash import html

from components.pages.compare.schedules import Studies
from components.sketches.link import to_link
from engine.inputs.scenario import Scenario
from engine.results.matching import matches
from engine.results.pairing import pairing

PLACE = "/compare/race"

MOST = 4
"""Rows that race at first: of two studies two policies of each, of more the first of each."""


def race_of(studies: Studies) -> list[html.A]:
    """The link; nothing where A and no other side have the same jobs in models that race."""
    racing = {side: study for side, study in studies.items() if side == "A" or not unlike(studies["A"], study)}
    if len(racing) < 2:
        return []
    names = " and ".join([", ".join([*racing][:-1]), [*racing][-1]])
    href = f"{PLACE}?{urlencode(_asked(studies, racing), safe=',')}"
    return [html.A(f"Race {names} on one clock", href=href, className="race-link", title="Where they part (D)")]


def unlike(a: Scenario, other: Scenario) -> str:
    """Why A and an *other* study do not race, in a clause; "" if they do."""
    if any(getattr(study, "population", None) for study in (a, other)):
        return "where nobody has to choose, nothing is decided otherwise"
    together = pairing(a, other)
    if not together.paired:
        return together.reason
    return "both are the same study" if a == other else ""


def _asked(studies: Studies, racing: Studies) -> dict[str, str]:
    """What the address says: all sides, the rows, and a point that A and the first other one have, the middle one."""
    a, *others = racing.values()
    common = [name for name in a.policies if all(name in other.policies for other in others)]
    rows = [f"{side} {name}" for name in common[: MOST // len(racing)] for side in racing]
    rows = rows or [f"{side} {study.policies[0]}" for side, study in racing.items()]
    found = [match.a for match in matches(a, others[0])]
    point = found[len(found) // 2] if found else len(a.points()) // 2
    links = {side.lower(): to_link(study) for side, study in studies.items()}
    return links | {"racers": ",".join(rows), "point": str(point + 1)}
