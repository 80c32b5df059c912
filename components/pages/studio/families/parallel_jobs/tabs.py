"""What tabs parallel jobs have."""

from components.pages.studio.face import BREAK, PLAYED, RACE, Tab, Tree, is_broken
from components.pages.studio.families.parallel_jobs.sketch.given import is_listed, is_logged, is_modelled
from engine.parallel_jobs.policies import POLICIES, TIME_SHARING


def has_deadlines(tree: Tree, _policy: str | None = None) -> bool:
    """Whether any job of the scenario with this *tree* has a deadline; without, profit says nothing."""
    if is_listed(tree):
        return any(job.get("deadline") is not None for job in tree["workload"]["arrivals"]["jobs"])
    classes = tree.get("workload", {}).get("job_classes", [])
    return any(kind.get("deadline", {}).get("deadline", "none") != "none" for kind in classes)


def is_told_for_whom(tree: Tree) -> bool:
    """Whether jobs have users, sizes or groups that are worth telling apart."""
    return is_logged(tree) or is_modelled(tree) or bool(tree.get("share_groups"))


def gives_machines(_tree: Tree, policy: str | None = None) -> bool:
    """Whether *policy* gives jobs machines of their own; of one that shares them in time the schedule shows as much."""
    known = POLICIES.get(policy or "")
    return known is None or known.code not in TIME_SHARING


TABS = (
    Tab("log", "Log", (), lambda tree, _policy: is_logged(tree)),
    Tab("whom", "For whom", ("point",), lambda tree, _policy: is_told_for_whom(tree)),
    Tab(
        "draw",
        "Draw jobs",
        ("live",),
        lambda tree, _policy: is_listed(tree),
        is_first=lambda tree: is_listed(tree) and not is_broken(tree),
    ),
    Tab("states", "Mapping states", PLAYED),
    Tab("schedule", "Schedule", PLAYED),
    RACE,
    Tab("whole", "All jobs", ("point",)),
    Tab("allocation", "Allocation", PLAYED, gives_machines, instead="schedule"),
    Tab("decisions", "Decisions", PLAYED),
    Tab("over-time", "Utilization", PLAYED),
    Tab("profit", "Profit", PLAYED, has_deadlines),
    BREAK,
)
"""Between the curves and the data, in the order of the page."""
