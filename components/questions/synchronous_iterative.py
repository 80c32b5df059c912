"""Questions about applications with barriers on workstations that other people use."""

from components.figures.small.cells import draw_values
from components.questions.question import Question
from components.questions.said import at, extremes, gap, mean, point_at, rounded, times_as_long
from components.words.wording import metric_words
from engine.results.result import Result

ERROR = "formula_error"


def _which_machines(result: Result) -> str:
    point = point_at(result, 10.0)
    less = gap(result, point, "Exact", "All Machines", "total_cost")
    sizes = [mean(result, point, policy, "processors") for policy in ("Exact", "All Machines")]
    return f"The best {sizes[0]} of {sizes[1]} cost {less} less than all of them at {at(result, point)}."


def _when(result: Result) -> str:
    soon, late = extremes(result, "All Machines", "run_time")
    times = times_as_long(result, late, soon, "All Machines", "run_time")
    hour = at(result, late).rpartition("= ")[2]
    return f"A run on all machines that starts at {hour} takes {times} times as long as one at night."


def _worth(result: Result) -> str:
    first, last = (mean(result, n, "Exact", "processors") for n in (0, len(result.points) - 1))
    return f"As waiting gets dearer, from {first} to all {last}: each step is a machine that pays for itself."


def _formula(result: Result) -> str:
    low, high = extremes(result, "All Machines", ERROR)
    scale = metric_words(ERROR).scale
    errors = [rounded(scale * result.estimate(n, "All Machines", ERROR).mean) for n in (low, high)]
    below, above = (one.replace("-", "\u2212") for one in errors)
    return f"Its error is from {below} to +{above} %: it fails where iterations are long against the owners' jobs."


SYNCHRONOUS_ITERATIVE_QUESTIONS = (
    Question(
        "which-machines",
        "Which machines of a mixed laboratory?",
        "mixed-laboratory",
        "total_cost",
        ("All Machines", "Exact"),
        _which_machines,
    ),
    Question(
        "when-to-start",
        "When should it start, if owners come at nine?",
        "office-hours",
        "run_time",
        ("All Machines", "Prefix Scan"),
        _when,
    ),
    Question(
        "worth",
        "How many machines are worth their price?",
        "peterson-figure-6",
        "processors",
        ("Exact",),
        _worth,
    ),
    Question(
        "formula",
        "When can the formula be trusted?",
        "where-the-model-breaks",
        ERROR,
        ("All Machines",),
        _formula,
        lambda result, metric, policies, summary: draw_values(result, metric, policies[0], summary),
    ),
)
