"""What each tab of synchronous iterative applications draws of a trace: figures, sentences and tables."""

from components.figures.synchronous_iterative.eta_curves import draw_eta, draw_run_time
from components.figures.synchronous_iterative.eta_errors import draw_formula_error, draw_length_aware_error
from components.figures.synchronous_iterative.eta_parts import draw_parts, draw_reasons
from components.figures.synchronous_iterative.iterations import draw_iterations
from components.figures.synchronous_iterative.machine_costs import draw_cost_surface, draw_pareto_front
from components.figures.synchronous_iterative.processor_staircase import draw_staircase
from components.figures.synchronous_iterative.workstations import draw_chosen_machines
from components.pages.studio.face import RACE, Draws, Pictures
from components.pages.studio.families.synchronous_iterative import race, words
from components.pages.studio.families.synchronous_iterative.ids import Id
from components.pages.studio.ids import Id as Shared

PROCESSORS: Draws = {Id.ETA: draw_eta, Id.RUN_TIME: draw_run_time}

PICTURES = {
    "processors": Pictures(
        PROCESSORS,
        {Id.PROCESSORS_CHOICE: words.describe_choice, Id.PROCESSORS_TEXT: words.describe_processors},
        ("by-processors",),
    ),
    "parts": Pictures(
        {Id.PARTS: draw_parts, Id.REASONS: draw_reasons},
        {Id.PARTS_TEXT: words.describe_parts},
        ("eta-parts",),
    ),
    "staircase": Pictures(
        {Id.STAIRCASE: draw_staircase, Id.CHOSEN_MACHINES: draw_chosen_machines},
        {Id.STAIRCASE_CHOICE: words.describe_choice, Id.STAIRCASE_TEXT: words.describe_staircase},
        ("steps", "machines"),
    ),
    "costs": Pictures(
        {Id.COST_SURFACE: draw_cost_surface, Id.PARETO_FRONT: draw_pareto_front},
        {Id.COSTS_CHOICE: words.describe_choice, Id.COSTS_TEXT: words.describe_costs},
        ("surface", "front"),
    ),
    "barrier": Pictures(
        {Id.ITERATIONS: draw_iterations}, {Id.ITERATIONS_TEXT: words.describe_iterations}, ("iterations",)
    ),
    RACE.value: Pictures({Shared.RACE: race.draw}, {Shared.RACE_TEXT: race.describe}, tuple(race.RACE_TABLES)),
    "errors": Pictures(
        {Id.FORMULA_ERROR: draw_formula_error, Id.LENGTH_AWARE_ERROR: draw_length_aware_error},
        {Id.ERRORS_TEXT: words.describe_errors},
        ("eta-errors",),
    ),
}
"""By tab."""
