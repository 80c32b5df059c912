"""What tabs synchronous iterative applications have."""

from components.pages.studio.face import CHOICE, RACE, SKETCHED, Tab
from components.pages.studio.families.synchronous_iterative import panels

TABS = (
    Tab("processors", "Processors", SKETCHED, panel=panels.create_processors),
    Tab("parts", "Where η comes from", SKETCHED, panel=panels.create_parts),
    Tab("staircase", "Staircase", SKETCHED, panel=panels.create_staircase),
    Tab("costs", "Costs", SKETCHED, panel=panels.create_costs),
    Tab("barrier", "Iterations", (*CHOICE, "overview", "iteration"), panel=panels.create_iterations),
    RACE,
    Tab("errors", "Formula and simulation", ("policy", "point"), panel=panels.create_errors),
)
"""Between the curves and the data, in the order of the page."""
