"""What the fairness tab shows of a result, at one point."""

from components.controls.data_table import DataTable
from components.figures.coscheduling.type_slowdowns import job_kinds
from components.figures.result.fairness import MOST_BOXES
from components.words.wording import metric_words, number, point_words, with_uncertainty
from engine.metrics.job_metrics import BOX
from engine.results.result import Result
from engine.statistics.fairness import SHARES

INDICES = ("bounded_slowdown", "gini", "jain_index", "class_variation", "user_variation", "user_jain_index")


def points_to_choose(result: Result) -> list[dict[str, str]]:
    """The points of the study by their words."""
    return [
        {"value": str(n), "label": point_words(result.scenario, point) if point else "the given values"}
        for n, point in enumerate(result.points)
    ]


def chosen_point(result: Result, wanted: str | None) -> int:
    """The wanted point if there is one, else the middle one of those where all policies settle."""
    if wanted is not None and int(wanted) < len(result.points):
        return int(wanted)
    settled = [
        n for n in range(len(result.points)) if all(result.settles(n, name) for name in result.scenario.policies)
    ]
    return settled[len(settled) // 2] if settled else 0


def describe_fairness(result: Result, point: int) -> str:
    """What the two pictures show, in sentences."""
    parts = []
    for policy in result.scenario.policies:
        found = result.estimate(point, policy, "gini")
        if found.replications:
            parts.append(f"{policy} {with_uncertainty(found)}")
    where = point_words(result.scenario, result.points[point])
    classes = "" if "class_variation" in result.names else " With one job class there is no variation between classes."
    is_few = len(result.scenario.policies) <= MOST_BOXES
    boxes = "Boxes hold the middle half of a class, whiskers 90 % of it."
    if not is_few:
        boxes = "Bars hold the middle half of a class, with the median on them. Click a row or a curve to follow it."
    return (
        f"Gini coefficient of slowdowns at {where}: {', '.join(parts)}; 0 would be even treatment. "
        "A Lorenz curve far below the diagonal means that few jobs have most of the slowdown. Slowdowns are bounded: a "
        f"job that takes less than {number(result.scenario.measurement.slowdown_threshold)} s alone counts as one "
        "that takes so long. "
        f"{boxes}{classes}"
    )


def table_of_indices(result: Result, point: int) -> DataTable:
    """Indices of fairness for every policy."""
    names = [name for name in INDICES if name in result.names]
    body = []
    for policy in result.scenario.policies:
        values = [with_uncertainty(result.estimate(point, policy, name)) for name in names]
        body.append([policy, *values, "yes" if result.settles(point, policy) else "does not settle"])
    return DataTable("Fairness, ± 95 %.", ["policy", *(metric_words(name).axis for name in names), "settles"], body)


def table_of_lorenz(result: Result, point: int) -> DataTable:
    """The Lorenz curves as numbers."""
    policies = list(result.scenario.policies)
    body = []
    for share in SHARES:
        found = [result.estimate(point, policy, f"lorenz[{share}]") for policy in policies]
        body.append([number(100 * share), *(with_uncertainty(one, 100) for one in found)])
    heads = [f"{policy}: share of all slowdown (%), ± 95 %" for policy in policies]
    return DataTable("Lorenz curves of bounded slowdowns.", ["share of the jobs (%)", *heads], body)


def table_of_classes(result: Result, point: int) -> DataTable:
    """Slowdowns of every job class under every policy."""
    names = job_kinds(result)
    body = []
    for name in names:
        for policy in result.scenario.policies:
            metrics = [f"class_slowdown[{name}]", *(f"class_slowdown_p{percent}[{name}]" for percent in BOX)]
            body.append(
                [name, policy, *(with_uncertainty(result.estimate(point, policy, metric)) for metric in metrics)]
            )
    heads = ["mean", *(f"{percent} %" for percent in BOX)]
    return DataTable("Bounded slowdowns by job class, ± 95 %.", ["job class", "policy", *heads], body)
