"""What tabs synchronous iterative applications have."""

from components.pages.studio.face import CHOICE, RACE, SKETCHED, Tab

TABS = (
    Tab("processors", "Processors", SKETCHED),
    Tab("parts", "Where η comes from", SKETCHED),
    Tab("staircase", "Staircase", SKETCHED),
    Tab("costs", "Costs", SKETCHED),
    Tab("barrier", "Iterations", (*CHOICE, "overview", "iteration")),
    RACE,
    Tab("errors", "Formula and simulation", ("policy", "point")),
)
"""Between the curves and the data, in the order of the page."""
