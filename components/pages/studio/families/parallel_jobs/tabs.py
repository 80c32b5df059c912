"""What tabs parallel jobs have."""

from components.pages.studio.face import BREAK, PLAYED, RACE, Tab, Tree, is_broken
from components.pages.studio.families.parallel_jobs import panels
from components.pages.studio.families.parallel_jobs.fair_start_panel import FAIR_START
from components.pages.studio.families.parallel_jobs.log.panel import LOG, create_log_panel
from components.pages.studio.families.parallel_jobs.sketch.given import is_listed, is_logged, is_modelled
from components.pages.studio.families.parallel_jobs.whole_panel import create_whole_panel
from components.pages.studio.families.parallel_jobs.whom_panel import WHOM, create_whom_panel
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
    Tab("log", "Log", (), lambda tree, _policy: is_logged(tree), panel=create_log_panel, shows=(LOG,)),
    Tab(
        "whom",
        "For whom",
        ("point",),
        lambda tree, _policy: is_told_for_whom(tree),
        panel=create_whom_panel,
        shows=(WHOM, FAIR_START),
    ),
    Tab(
        "draw",
        "Draw jobs",
        ("live",),
        lambda tree, _policy: is_listed(tree),
        is_first=lambda tree: is_listed(tree) and not is_broken(tree),
        panel=panels.create_draw_jobs,
    ),
    Tab("states", "Mapping states", PLAYED, panel=panels.create_states),
    Tab("schedule", "Schedule", PLAYED, panel=panels.create_schedule),
    RACE,
    Tab("whole", "All jobs", ("point",), panel=create_whole_panel),
    Tab("allocation", "Allocation", PLAYED, gives_machines, instead="schedule", panel=panels.create_allocation),
    Tab("decisions", "Decisions", PLAYED, panel=panels.create_decisions),
    Tab("over-time", "Utilization", PLAYED, panel=panels.create_over_time),
    Tab("profit", "Profit", PLAYED, has_deadlines, panel=panels.create_profit),
    BREAK,
)
"""Between the curves and the data, in the order of the page."""
