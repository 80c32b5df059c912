"""What is drawn below the jobs of a list: their schedule under each policy."""

from typing import Any

from components.pages.studio.sketch import form
from components.visits.answers import priced, schedules_of
from engine.inputs.rejection import ScenarioError
from engine.study.registry import read_scenario


class NoScheduleError(ValueError):
    """What the form holds has no schedules, for the reasons in `sentences`."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(*sentences)
        self.sentences = sentences


def drawn_jobs(draft: dict[str, Any], values: list[Any], ids: list[dict[str, str]]) -> dict[str, Any]:
    """The number of jobs, the machine groups, and the schedule of each policy of what the form holds.

    `NoScheduleError` says what is wrong with it, `UnavailableError` why nobody computes it.
    """
    tree, reasons = form.with_parsed_values(form.merge(draft, form.fields_of(values, ids)))
    if reasons:
        raise NoScheduleError(*(reason.sentence for reason in reasons))
    try:
        scenario = read_scenario(tree)
    except ScenarioError as error:
        raise NoScheduleError(*(str(reason) for reason in error.rejections)) from None
    workload, cluster = (getattr(scenario, name, None) for name in ("workload", "cluster"))
    listed = getattr(workload, "listed", None)
    if listed is None or cluster is None or not hasattr(cluster, "groups"):
        raise NoScheduleError("The jobs are given by a law, not as a list: there is nothing to draw.")
    if objection := priced(scenario, None).objection:
        raise NoScheduleError(objection)
    groups = [{"name": group.name, "count": group.count} for group in cluster.groups]
    return {"jobs": len(listed.jobs), "groups": groups, "schedules": schedules_of(scenario)}
