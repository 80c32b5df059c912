"""A methods paragraph: what was simulated and how, ready to paste into a paper or a report."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from re import fullmatch
from typing import Any, NamedTuple

from components.words.covered import held_words
from components.words.feedback import feedback_words, following
from components.words.inputs.fields import describe, value_at
from components.words.inputs.unions import choice_words
from components.words.log_caveats import caveat_lines
from components.words.other_sizes import other_sizes_lines
from components.words.partitions import partition_lines
from components.words.resampled import resampled, resampled_words
from components.words.searches.chosen_best import by_words, constraint_words
from components.words.searches.goals import criteria_words
from components.words.searches.worst import worst_methods
from components.words.wording import field_words, metric_words, number
from engine import ENGINE_VERSION
from engine.inputs.by_hour import HOUR, WEEK, period_of
from engine.inputs.paths import leaves
from engine.inputs.scenario import Scenario
from engine.inputs.warm_up import FixedWarmUp, NoWarmUp
from engine.logs.weeks import FEWEST
from engine.results.result import Result
from engine.statistics.stopping import Stop
from engine.study.registry import FAMILIES


class Rule(NamedTuple):
    """Fields, as a regular expression of their dotted paths, that only some policies look at.

    `also_with_events` says whether machines that are shut down or fail make them count under every policy.
    """

    fields: str
    policies: frozenset[str]
    also_with_events: bool = False


def _rule(fields: str, *policies: str, also_with_events: bool = False) -> Rule:
    return Rule(fields, frozenset(policies), also_with_events)


OWN = "own:"
"""In place of every policy of somebody's own."""

ORDERED = (
    *("SJF", "LJF", "SAF", "LAF", "SQF", "LQF", "F1", "F2", "F3", "F4", "EDF", "WFP3", "UNICEF", "XF", "EASY-SJF"),
    "Multifactor",
)

RULES = {
    "parallel-jobs": (
        _rule(r"options\.(migrate_only_if_it_pays|hold_old_machines)", "SED", "SED-NU"),
        _rule(r"options\.upgrade_only_when_queue_empty", "SED", "SED-NM"),
        _rule(r"options\.migration\..*", "SED", "SED-NU", also_with_events=True),
        _rule(r"workload\.job_classes\.\d+\.process_size_kb", "SED", "SED-NU", also_with_events=True),
        _rule(r"options\.resize_cost", "UFF", "Simple", "Simple-R", "Lazy", "Lazy-R", also_with_events=True),
        _rule(r"options\.lazy_by_the_letter", "Lazy", "Lazy-R"),
        _rule(r"options\.reservation_depth", "Conservative"),
        _rule(r"options\.multifactor\..*", "Multifactor"),
        _rule(r"options\.(aging|wait_bound_s)", *ORDERED, OWN),
        _rule(r"options\.predictions", "FCFS", "FF", "EASY", "Conservative", *ORDERED, OWN),
        _rule(
            r"workload\.(job_classes\.\d+|arrivals)\.estimates?\..*",
            *("EASY", "Conservative", *ORDERED, OWN),
        ),
    ),
}
"""By family; what is in no rule is in force."""

OF_CASES = frozenset(
    f"application.{name}" for name in ("tasks", "iterations", "workload_factor", "variation", "largest", "smallest")
)
"""What each case of a population has of its own."""


def is_in_force(scenario: Scenario, path: str) -> bool:
    """Whether the field at a dotted *path* changes anything that the study of *scenario* finds."""
    rules = [rule for rule in RULES.get(scenario.family, ()) if fullmatch(rule.fields, path)]
    has_events = bool(getattr(scenario, "machine_events", ()))
    is_varied_by_cases = getattr(scenario, "population", None) is not None and path in OF_CASES
    return not is_varied_by_cases and all(_counts(rule, scenario.policies, has_events) for rule in rules)


def _counts(rule: Rule, policies: Collection[str], has_events: bool) -> bool:
    simulated = {OWN if name.startswith(OWN) else name for name in policies}
    return bool(rule.policies & simulated) or (rule.also_with_events and has_events)


LISTED = ("arrival", "run", "machines", "estimate")
OF_TASKS = ("arrival", "run", "tasks", "estimate", "job_type", "user")
LEFT_OUT = ("version", "title", "notes", "family", "policies", "study", "measurement")


INTERVALS = (
    "Intervals are 95 % intervals of Student's t over the replications; differences between policies are paired by "
    "replication and corrected by Holm's procedure where several are compared."
)
NOTHING_RANDOM = "The jobs are a given list and nothing about them is random, so there are no intervals."

LISTS = {
    "workload.arrivals.jobs": ("jobs (arrival in s, run time in s, machines, estimate in s)", LISTED),
    "workload.arrivals.by_hour": ("jobs by hour, in proportion and from 0:00 on,", ()),
}
"""Lists of which every entry would take a paragraph: what they are called, and the fields that say what is computed; of
plain numbers none."""

LISTS_OF = {
    "coscheduling": {
        "workload.arrivals.jobs": (
            "jobs (arrival in s, run time alone in s, tasks, estimate in s, type, user)",
            OF_TASKS,
        )
    }
}
"""The same where a family says it otherwise."""

NAMED_ELSEWHERE = (
    *("workload.arrivals.carried", "workload.arrivals.refused", "workload.arrivals.not_over"),
    "workload.arrivals.not_modelled",
)
"""Beginnings of paths: the table of a log that travels in a link, for which its name stands; and what has sentences."""

MOST_ENTRIES = 200
"""Of a list that are written out."""


def methods_paragraph(result: Result) -> str:
    """Model, parameters, replications, intervals, seed, version and fingerprint, in plain text."""
    return " ".join(methods_parts(result))


def methods_parts(result: Result) -> list[str]:
    """The same a part for each question of a reader: which model and policies, which parameters, how often, how to
    know the result again."""
    scenario = result.scenario
    family = FAMILIES[scenario.family]
    policies = ", ".join(
        f"{name} ({family.policies[name].title}; {family.policies[name].source})" for name in scenario.policies
    )
    study = [*_sweep(scenario), *(_of_log(scenario) if scenario.blocks else _drawn(result)), _unsettled(result)]
    study += caveat_lines(result)
    parts = [
        f"Simulated with Corral, engine {ENGINE_VERSION}, model “{family.title}”.",
        f"Policies: {policies}.",
        f"Parameters: {parameters(scenario)}.",
        " ".join(filter(None, study)),
        f"Result fingerprint {result.fingerprint()}{'' if result.complete else ' (not complete)'}: the same "
        "engine gives the same bits on every x86-64 processor.",
    ]
    return [part.replace("\u2009", "\u202f") for part in filter(None, parts)]


def _drawn(result: Result) -> list[str]:
    scenario = result.scenario
    if not scenario.is_random:
        return [_warm_up(scenario), NOTHING_RANDOM]
    return [_replications(result), _warm_up(scenario), INTERVALS]


def _of_log(scenario: Scenario) -> list[str]:
    logged = resampled(scenario)
    if logged is not None:
        told = resampled_words(logged, scenario.study.replications)
        return [told, *partition_lines(scenario), *other_sizes_lines(scenario)]
    follows = following(scenario)
    followed = [feedback_words(follows)] if follows is not None else []
    return [blocks_words(scenario.blocks), *followed, *partition_lines(scenario), *other_sizes_lines(scenario)]


def blocks_words(blocks: int) -> str:
    """How sure one can be of what one log says."""
    replayed = "The log was replayed once, from Monday to Monday after a week of lead-in; "
    if blocks == 1:
        return replayed + f"there are no intervals, for which {FEWEST} measured weeks would be needed."
    return (
        f"{replayed}intervals are 95 % intervals of Student's t by {blocks} blocks of whole weeks (batch means; of "
        f"times and slowdowns on a logarithmic scale); {held_words(blocks)}. "
        "Differences between policies are paired by block and corrected by Holm's procedure. What is told of the "
        "replay as a whole (makespan, utilization of machine groups, what was recorded) has no interval."
    )


def parameters(scenario: Scenario) -> str:
    """Every parameter of the model that is in force, with its value and unit."""
    tree = scenario.model_dump(mode="json")
    model = {name: part for name, part in tree.items() if name not in LEFT_OUT}
    varied = {vary.field for vary in scenario.study.sweep}
    axes = [scenario.AXES[name] for name in varied & scenario.AXES.keys()]
    varied |= {path for axis in axes for path in (axis.replaces, axis.or_replaces)}
    said = [
        _parameter(tree, path, value)
        for path, value in leaves(model)
        if value not in (None, "")  # what nobody has filled in says nothing
        and not path.startswith(NAMED_ELSEWHERE)
        and path not in varied
        and not path.endswith(".name")
        and not path.startswith(tuple(f"{one}." for one in LISTS))
        and not _is_lone_weight(tree, path)
        and is_in_force(scenario, path)
    ]
    return "; ".join([*said, *_lists(tree)])


def _lists(tree: dict[str, Any]) -> Iterator[str]:
    for path, (title, fields) in (LISTS | LISTS_OF.get(tree["family"], {})).items():
        with suppress(KeyError, IndexError, TypeError):  # of a scenario that has no such list
            entries = [[one.get(name) for name in fields] if fields else [one] for one in value_at(tree, path)]
            texts = ["/".join(_entry(value) for value in entry if value is not None) for entry in entries]
            more = len(texts) - MOST_ENTRIES
            rest = f" and {more:,} more, which are in the scenario" if more > 0 else ""
            yield f"{title} {', '.join(texts[:MOST_ENTRIES])}{rest}"


def _entry(value: Any) -> str:
    return value if isinstance(value, str) else number(value, 8)


def _is_lone_weight(tree: dict[str, Any], path: str) -> bool:
    """Whether the field is the weight of the only entry of a list, which then says nothing."""
    parent, _, field = path.rpartition(".")
    return field == "weight" and len(value_at(tree, parent.rpartition(".")[0])) == 1


def _parameter(tree: dict[str, Any], path: str, value: Any) -> str:
    words = describe(tree, path)
    text = number(value, 8) if isinstance(value, int | float) and not isinstance(value, bool) else _plain(path, value)
    return f"{words.title} {text}" + (f" {words.unit}" if words.unit not in ("", "1") else "")


def _plain(path: str, value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    words = choice_words(path.rpartition(".")[2], str(value))
    return words if words == value else f"“{words}”"


def _sweep(scenario: Scenario) -> list[str]:
    if (goal := scenario.study.goal) is not None:
        return [
            f"Sought: {field_words(scenario, goal.field)} from {number(goal.low, 8)} to {number(goal.high, 8)} "
            f"in steps of {number(goal.step, 8)}."
        ]
    if (searched := scenario.study.searched) is not None:
        return [
            f"Searched: {field_words(scenario, one.field)} from {number(one.low, 8)} to {number(one.high, 8)} "
            f"in steps of {number(one.step, 8)}."
            for one in searched.ranges
        ]
    return [
        f"Varied: {field_words(scenario, vary.field)}, {', '.join(number(value, 8) for value in vary.values)}."
        for vary in scenario.study.sweep
    ]


def _replications(result: Result) -> str:
    study = result.scenario.study
    numbers = "with common random numbers for all policies and points, seed"
    if study.goal is not None:
        counts = [one.replications for search in result.searches for one in search.decisions.values()]
        return (
            f"Which values reach the goal ({criteria_words(result)}) was found for each policy by bisection; each "
            f"value tested was replicated {min(counts, default=0)} to {max(counts, default=0)} times {numbers} "
            f"{study.seed}, until one-sided t intervals told it from the goal (Bonferroni over values, looks and "
            "criteria: at most 5 % of searches hold a wrong decision), or the replications or the computing time "
            "allowed were spent; a queue that does not settle misses the goal."
        )
    if (found := result.selected) is not None and study.selection is not None:
        return (
            f"Which alternative has {by_words(result)} was decided by paired t tests (Bonferroni) and the procedure of "
            f"Kim & Nelson (2001), with half of the error each,{_constrained(result)} {numbers} "
            f"{study.seed}: {study.replications} first "
            f"replications, an indifference zone of {number(study.selection.indifference_percent)} % of the best mean "
            f"after these, looks after half as many more each time, at most {found.replications} replications, and a "
            "chance of a wrong choice of at most 5 %."
        )
    if (searched := study.searched) is not None:
        return worst_methods(searched, study.replications, f"{numbers} {study.seed}")
    if study.precision is None:
        times = f"{study.replications} time{'' if study.replications == 1 else 's'}"
        return f"Each point was replicated {times} {numbers} {study.seed}."
    precision = study.precision
    reached = sum(verdict.stop is Stop.PRECISE for verdict in result.verdicts)
    counts = [verdict.replications for verdict in result.verdicts]
    return (
        f"Each point was replicated between {min(counts)} and {max(counts)} times {numbers} {study.seed}, until the "
        f"half-width of the 95 % interval of {metric_words(precision.metric).title} was at most "
        f"{number(precision.half_width_percent)} % of the mean for every policy that settles (sequential procedure of "
        f"Law 2015, section 9.4.1), or {precision.maximum_replications} replications or "
        f"{number(precision.maximum_seconds)} s of computing were spent; the precision was reached at {reached} of "
        f"{len(counts)} points."
    )


def _warm_up(scenario: Scenario) -> str:
    warm_up = scenario.measurement.warm_up
    period = period_of(getattr(getattr(scenario, "workload", None), "arrivals", None))
    whole = f"jobs that arrive within whole {'weeks' if period == WEEK * HOUR else 'days'}" if period else ""
    if isinstance(warm_up, NoWarmUp):
        counted = f"means over jobs are of the {whole}" if whole else "every job counts"
        return f"No warm-up was left out: {counted}."
    only = f"; means over jobs are of the {whole}, and the warm-up ends with one" if whole else ""
    if isinstance(warm_up, FixedWarmUp):
        return f"The first {warm_up.jobs} jobs of each replication were left out as warm-up{only}."
    return f"The warm-up of each replication was found with MSER-5 (White, Cobb & Spratt 2000) and left out{only}."


def _unsettled(result: Result) -> str:
    pairs = [(n, name) for n in range(len(result.points)) for name in result.scenario.policies]
    count = sum(not result.settles(*pair) for pair in pairs)
    if not count:
        return ""
    return (
        f"{count} of {len(pairs)} combinations of point and policy do not settle and have no interval: the number in "
        "system is more than 15 % larger in the last third of the arrivals than in the middle third (paired t test, "
        "2.5 %)."
    )


def _constrained(result: Result) -> str:
    """How the constraints of a selection were judged, between commas; nothing without any."""
    held = constraint_words(result)
    return (
        f" both halved for the constraints ({held}): who was shown to miss one by a one-sided t test (Bonferroni over "
        "alternatives, constraints and looks) was left out, and only who was shown to hold them left out others,"
        if held
        else ""
    )
