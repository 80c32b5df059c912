"""What tabs coscheduling has."""

from components.pages.studio.face import BREAK, CHOICE, RACE, Tab, Tree
from components.pages.studio.families.coscheduling import panels
from components.pages.studio.families.coscheduling.pictures import BOOSTS, PROFILE, TYPES
from engine.coscheduling.policies import SCHEMES, OnDelivery, Scheme


def has_matrix(tree: Tree, policy: str | None) -> bool:
    """Whether all nodes change jobs together under the *policy* that is replayed."""
    return bool(_replayed(tree, policy).gang)


def has_queues(tree: Tree, policy: str | None) -> bool:
    """Whether every node has feedback queues of its own under the *policy* that is replayed."""
    return not _replayed(tree, policy).is_told


def _replayed(tree: Tree, policy: str | None) -> Scheme:
    return SCHEMES[policy if policy and policy in tree["policies"] else tree["policies"][0]]


def has_boosts(tree: Tree, _policy: str | None = None) -> bool:
    """Whether any policy of the study polls for messages."""
    return any(SCHEMES[name].on_delivery == OnDelivery.PERIODIC_BOOST for name in tree["policies"])


TABS = (
    Tab("timeline", "Node timeline", (*CHOICE, "overview", "window", "nodes"), panel=panels.create_timeline),
    RACE,
    Tab(
        "matrix",
        "Ousterhout matrix",
        (*CHOICE, "overview", "window", "player"),
        has_matrix,
        "queues",
        panel=panels.create_matrix,
    ),
    Tab("queues", "Queues", (*CHOICE, "overview", "window", "node"), has_queues, "matrix", panel=panels.create_queues),
    Tab(
        "node-decisions",
        "Decisions",
        (*CHOICE, "overview", "window", "nodes", "player"),
        panel=panels.create_node_decisions,
    ),
    Tab("profile", "Profile", (*CHOICE, "policies"), panel=panels.create_profile, shows=(PROFILE,)),
    Tab("boosts", "Boosts", ("point",), has_boosts, panel=panels.create_boosts, shows=(BOOSTS,)),
    BREAK,
)
"""Between the curves and the data, in the order of the page."""

BESIDE_FAIRNESS = Tab("fairness", "Fairness", panel=panels.create_types, shows=(TYPES,))
