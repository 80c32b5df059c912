"""Ids of the tabs of synchronous iterative applications; the prefix is that of the page."""

from enum import StrEnum


class Id(StrEnum):
    """Components that exist once."""

    ETA = "studio-eta"
    RUN_TIME = "studio-run-time"
    PROCESSORS_CHOICE = "studio-processors-choice"
    PROCESSORS_TEXT = "studio-processors-text"
    PARTS = "studio-parts"
    REASONS = "studio-reasons"
    PARTS_TEXT = "studio-parts-text"
    STAIRCASE = "studio-staircase"
    CHOSEN_MACHINES = "studio-chosen-machines"
    STAIRCASE_CHOICE = "studio-staircase-choice"
    STAIRCASE_TEXT = "studio-staircase-text"
    COST_SURFACE = "studio-cost-surface"
    PARETO_FRONT = "studio-pareto-front"
    COSTS_CHOICE = "studio-costs-choice"
    COSTS_TEXT = "studio-costs-text"
    ITERATIONS = "studio-iterations"
    ITERATIONS_TEXT = "studio-iterations-text"
    FORMULA_ERROR = "studio-formula-error"
    LENGTH_AWARE_ERROR = "studio-length-aware-error"
    ERRORS_TEXT = "studio-errors-text"
