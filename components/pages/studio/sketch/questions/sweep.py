"""What the study on the form can vary, and the values that a sweep begins with."""

from typing import Any

from components.sketches import ranges
from components.sketches.ranges import keep_ranges, ranges_of
from components.words.inputs.fields import describe, value_at
from engine.inputs.paths import leaves
from engine.inputs.rejection import ScenarioError
from engine.study.registry import FAMILIES

SWEEPS = ("vary", "and_vary")

FOLLOWED = (*SWEEPS, "goal")
"""Parts of a study that name a field."""

NOT_SWEPT = (
    "version",
    "study.",
    "workload.arrivals.jobs.",
    "workload.arrivals.by_hour.",
    *(f"workload.arrivals.{name}" for name in ("rows", "length", "sizes.", "weeks", "unix_start", "cleaning.")),
    *(f"workload.arrivals.{name}" for name in ("refused", "not_over", "not_modelled.")),
)
"""Beginnings of what is not offered: what is drawn by hand, and what a log is."""

AXES_ALREADY = ("workload.arrivals.load",)

GROUPS = {
    "cluster": "Cluster",
    "machine_events": "Cluster",
    "workers": "Workers",
    "workload": "Workload",
    "application": "Application",
    "background": "Background jobs",
    "master": "Master",
    "population": "Population",
    "choice": "Choice of machines",
    "options": "Options",
}
"""Headings of the choice, by the first step of a path, in their order."""

AXIS_BEGINNINGS = {
    "offered_load": [0.1, 0.3, 0.5, 0.7, 0.8, 0.9],
    "malleable_share": [0.0, 0.25, 0.5, 0.75, 1.0],
}
"""Values to begin with where those around the present one would say less."""

FIELD_BEGINNINGS = {
    "partitions": [1.0, 2.0, 4.0, 8.0],
    "multiprogramming_level": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    "skewness": [0.0, 20.0, 50.0, 100.0, 200.0],
    "spin_factor": [0.0, 0.5, 1.1, 2.0, 5.0, 10.0],
}
"""The same, by the last step of a path; those that the scenario refuses are left out."""

BOUND_TOGETHER = ("computation", "io", "communication")
"""Fields of which none can change alone, since they make 100 %."""


def axes_of(tree: dict[str, Any]) -> dict[str, float]:
    """The present values of the axes that the scenario has; none while it is not valid."""
    model = FAMILIES[tree["family"]].scenario
    try:
        scenario = model.read(_without_sweeps(tree))
    except ScenarioError:
        return {}
    present = {name: axis.present(scenario) for name, axis in model.AXES.items()}
    return {name: value for name, value in present.items() if value is not None}


def sweep_options(tree: dict[str, Any]) -> list[Any]:
    """Everything that can be varied, by title and in groups: the ready axes first, then every number."""
    chosen = [(tree["study"].get(name) or {}).get("field") for name in FOLLOWED]
    chosen += [one["field"] for one in ranges_of(tree)]
    axes = FAMILIES[tree["family"]].scenario.AXES
    present = axes_of(tree)
    found: dict[str, list[dict[str, str]]] = {}
    for path in [name for name in axes if name in present or name in chosen]:
        found.setdefault("Load and mix", []).append({"value": path, "label": axes[path].title})
    for path in sorted(_numbers(tree), key=lambda path: [*GROUPS, path.split(".")[0]].index(path.split(".")[0])):
        last = path.split(".")[-1]
        if (last.isdigit() or last in BOUND_TOGETHER) and path not in chosen:
            continue  # an entry of a measured table, or a share of 100 %
        group = GROUPS.get(path.split(".")[0], "Measurement")
        found.setdefault(group, []).append({"value": path, "label": describe(tree, path).label})
    groups = [{"group": group, "items": items} for group, items in found.items()]
    return [{"value": "", "label": "nothing"}, *groups]


def _numbers(tree: dict[str, Any]) -> list[str]:
    has_jobs = "slowdown" in FAMILIES[tree["family"]].metrics
    left_out = NOT_SWEPT if has_jobs else (*NOT_SWEPT, "measurement.")  # nobody would see what that changes
    return [
        path
        for path, value in leaves(tree)
        if isinstance(value, int | float)
        and not isinstance(value, bool)
        and not path.startswith(left_out)
        and path not in AXES_ALREADY
    ]


def around(tree: dict[str, Any], path: str) -> list[float]:
    """Values around the present one, to begin a sweep with."""
    if path in AXIS_BEGINNINGS:
        return AXIS_BEGINNINGS[path]
    is_axis = path in FAMILIES[tree["family"]].scenario.AXES
    value = axes_of(tree).get(path) if is_axis else value_at(tree, path)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return []
    words = describe(tree, path)
    if value == 1 and path.endswith("speed_factor"):
        return [1.0, 1.5, 2.0, 3.0, 4.0]
    if path.split(".")[-1] in FIELD_BEGINNINGS:
        found = [value, *FIELD_BEGINNINGS[path.split(".")[-1]]]
    elif not value:
        found = [0.0, words.step]
    elif words.whole:
        found = [float(round(value * factor)) for factor in (0.5, 0.75, 1, 1.25, 1.5)]
    else:
        found = [float(f"{value * factor:.3g}") for factor in (0.5, 0.75, 1, 1.25, 1.5)]
    low = -float("inf") if words.low is None else words.low
    high = float("inf") if words.high is None else words.high
    within = sorted({min(max(float(one), low), high) for one in found})
    return _allowed(tree, path, within) or within


def _allowed(tree: dict[str, Any], path: str, values: list[float]) -> list[float]:
    """Those of *values* that the rest of the scenario allows; none while it is not valid."""
    model = FAMILIES[tree["family"]].scenario
    try:
        scenario = model.read(_without_sweeps(tree))
    except ScenarioError:
        return []

    def is_allowed(value: float) -> bool:
        try:
            scenario.at({path: value})
        except ScenarioError:
            return False
        return True

    return [value for value in values if is_allowed(value)]


def _without_sweeps(tree: dict[str, Any]) -> dict[str, Any]:
    return {**tree, "study": {**tree["study"], **dict.fromkeys((*FOLLOWED, "breaking"))}}


def without_entry(tree: dict[str, Any], parent: str, number: int) -> None:
    """Take away an entry of the list at *parent*, in place: sweeps over it end, those over later ones follow them."""
    del value_at(tree, parent)[number]
    keep_ranges(tree, ranges.without_entry(parent, number))
    for name in FOLLOWED:
        vary = tree["study"].get(name)
        if not vary or not vary["field"].startswith(f"{parent}."):
            continue
        place, _, rest = vary["field"].removeprefix(f"{parent}.").partition(".")
        if int(place) == number:
            tree["study"][name] = None
        elif int(place) > number:
            tree["study"][name] = {**vary, "field": f"{parent}.{int(place) - 1}.{rest}"}


def without_lost_sweep(tree: dict[str, Any]) -> dict[str, Any]:
    """A sweep over a field that is gone is no sweep, and a second one does not stay alone."""
    study = tree["study"]
    for name in FOLLOWED:
        if study.get(name) and not _can_be_swept(tree, study[name]["field"]):
            study[name] = None
    keep_ranges(tree, lambda field: field if _can_be_swept(tree, field) else None)
    if not study.get("vary"):
        study["vary"], study["and_vary"] = study.get("and_vary"), None
    return tree


def _can_be_swept(tree: dict[str, Any], path: str) -> bool:
    axes = FAMILIES[tree["family"]].scenario.AXES
    if path in axes:
        present = axes_of(tree)
        # In a form with a mistake nobody knows which axes there are; the field that an axis replaces is a sign.
        replaced = (axes[path].replaces, axes[path].or_replaces)
        return path in present if present else any(_is_there(tree, one) for one in replaced)
    return _is_there(tree, path)


def _is_there(tree: dict[str, Any], path: str) -> bool:
    try:
        return not isinstance(value_at(tree, path), dict | list)
    except (KeyError, IndexError, ValueError, TypeError):
        return False
