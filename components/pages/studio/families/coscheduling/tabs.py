"""What tabs coscheduling has."""

from components.pages.studio.face import BREAK, CHOICE, RACE, Tab, Tree
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
    Tab("timeline", "Node timeline", (*CHOICE, "overview", "window", "nodes")),
    RACE,
    Tab("matrix", "Ousterhout matrix", (*CHOICE, "overview", "window", "player"), has_matrix, "queues"),
    Tab("queues", "Queues", (*CHOICE, "overview", "window", "node"), has_queues, "matrix"),
    Tab("node-decisions", "Decisions", (*CHOICE, "overview", "window", "nodes", "player")),
    Tab("profile", "Profile", (*CHOICE, "policies")),
    Tab("boosts", "Boosts", ("point",), has_boosts),
    BREAK,
)
"""Between the curves and the data, in the order of the page."""
