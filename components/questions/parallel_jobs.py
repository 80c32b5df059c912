"""Questions about parallel jobs on machines of different speeds."""

from components.figures.small.bars import draw_bars
from components.figures.small.cells import draw_best
from components.questions.question import Question
from components.questions.said import at, change, crossing, gap, mean, point_at
from components.words.verdicts.leaders import best_policy
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.preview import preview_of
from engine.study.registry import read_scenario

TIME = "response_time"


def _upgrade(result: Result) -> str:
    point = point_at(result, 1.1)
    less = gap(result, point, "SED", "SED-NU", TIME)
    return f"It does: with upgrades (SED) jobs are done {less} sooner than without (SED-NU) at {at(result, point)}."


def _migrate(result: Result) -> str:
    return f"Moving a running job to faster machines (SED) pays up to {crossing(result, 'SED', 'SED-NM', TIME)}."


def _best_where(result: Result) -> str:
    best = [best_policy(result, point, TIME) for point in range(len(result.points))]
    ahead = [f"{name} is best at {best.count(name)}" for name in result.scenario.policies if name in best]
    return f"Of {len(best)} combinations of load and speed {', '.join(ahead)}; at the others (=) no lead is shown."


def _malleable(result: Result) -> str:
    less = change(result, "UFF", TIME)
    return f"If all can, jobs are done {less} sooner under UFF than if none can; plain queues gain nothing."


def _share(result: Result) -> str:
    point = point_at(result, 0.5)
    sed, easy = (mean(result, point, policy, TIME) for policy in ("SED", "EASY"))
    return f"Sharing machines (SED) answers in {sed}, backfilling (EASY) in {easy} at {at(result, point)}."


def opening() -> str:
    """What to try on the first example, by which the first question is answered: one gesture."""
    groups = PARALLEL_JOBS_QUESTIONS[0].scenario.model_dump()["cluster"]["groups"]
    first, second = (f"{group['count']} {group['name']}" for group in groups)
    return f"{first} machines, {second} ones: drag the {groups[-1]['name']} ones up."


def previews_of_opening() -> list[Scenario]:
    """The previews of what the gesture of `opening` leads to: the slow machines have any of the speed factors between
    1 and theirs at which a hand can leave them. They are stored, since a first visitor's computer has no models yet.
    """
    tree = PARALLEL_JOBS_QUESTIONS[0].scenario.model_dump(mode="json")
    slow = tree["cluster"]["groups"][-1]
    found = []
    for tenths in range(10, round(10 * slow["speed_factor"])):
        slow["speed_factor"] = tenths / 10
        found.append(preview_of(read_scenario(tree)))
    return found


def _convoy(result: Result) -> str:
    first, fit = (mean(result, 0, policy, TIME) for policy in ("FCFS", "FF"))
    jobs = len(result.scenario.model_dump()["workload"]["arrivals"]["jobs"])
    return f"{jobs} jobs drawn by hand: {first} in order of arrival, {fit} if what fits may go first. Draw your own."


def _fair_share(result: Result) -> str:
    last = len(result.points) - 1
    fair, plain = (
        [mean(result, last, policy, f"class_slowdown[{group}]") for group in ("physics", "biology")]
        for policy in ("Multifactor", "EASY")
    )
    slowdowns = f"slowdown {fair[0]} for most shares, {fair[1]} for fewest; EASY: {plain[0]}, {plain[1]}"
    return f"At {at(result, last)}: {slowdowns}."


PARALLEL_JOBS_QUESTIONS = (
    Question("upgrade", "Does it pay to upgrade a job?", "schnor-system-1", TIME, ("SED", "SED-NU", "FCFS"), _upgrade),
    Question("migrate", "When does migration stop paying?", "schnor-system-2", TIME, ("SED", "SED-NM"), _migrate),
    Question(
        "malleable",
        "How many jobs must be able to shrink and grow?",
        "malleable-share",
        TIME,
        ("SED", "UFF", "EASY"),
        _malleable,
    ),
    Question(
        "share",
        "Wait in line, backfill, shrink, or share machines?",
        "side-by-side",
        TIME,
        ("SED", "UFF", "EASY", "FCFS"),
        _share,
    ),
    Question(
        "convoy",
        "What do short jobs lose behind a wide one?",
        "convoy",
        TIME,
        ("FCFS", "FF", "EASY"),
        _convoy,
        draw_bars,
    ),
    Question(
        "fair-share",
        "What is a larger share worth, and to whom?",
        "fair-share",
        "class_variation",
        ("Multifactor", "EASY", "SAF"),
        _fair_share,
    ),
    Question(
        "best-where",
        "Which policy is best where?",
        "which-policy-where",
        TIME,
        ("SED", "SED-NU", "FCFS"),
        _best_where,
        lambda result, metric, _policies, summary: draw_best(result, metric, summary),
    ),
)
"""The first of them is that of the first example, with which the Studio opens."""
