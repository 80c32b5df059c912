"""What the pictures of a replication of a master-worker application show, in sentences."""

from components.figures.master_worker.iteration_gantt import bound_of
from components.figures.master_worker.learned_averages import kind_of
from components.figures.master_worker.worker_activities import WORDS
from components.figures.master_worker.worker_numbers import recommended
from components.words.wording import MISSING, number, with_uncertainty
from engine.master_worker.policies import BEST_INFORMED
from engine.master_worker.replay.tree import Band, Gantt, Intervals, Marks, Pool, Trace
from engine.statistics.means import Estimate


def percent(share: float, digits: int = 3) -> str:
    """A share in percent, with a real minus."""
    return f"{number(round(100 * share, 2), digits)} %"


def plus_minus(mean: float, half: float, scale: float = 1.0) -> str:
    """A mean and its half-width: "81.3 ± 0.4"."""
    return with_uncertainty(Estimate(mean, mean - half, mean + half, 2), scale)


def longer(ratio: float, than: str) -> str:
    """How two times compare: "12 % longer than LPTF"."""
    change = percent(abs(ratio - 1))
    if change == "0 %":
        return f"as long as {than}"
    return f"{change} {'longer' if ratio > 1 else 'less time'} than {than}"


def describe_numbers(trace: Trace) -> str:
    """Which numbers of workers are right for the chosen policy, and whether target and time can both be had."""
    curves, policy = trace["curves"], trace["policy"]
    own, marks = curves["policies"][policy], curves["marks"]
    most, fewest = own["within_target"], own["within_time"]
    target, tolerance = percent(marks["target_efficiency"]), percent(marks["time_tolerance"])
    last = curves["numbers"][-1]
    if most is None:
        held = f"Under {policy} no number of workers has the target efficiency of {target}."
    else:
        at = curves["numbers"].index(most)
        held = (
            f"Under {policy} the most workers with the target efficiency of {target} are {most} (there "
            f"{_at(own['efficiency'], at, 100)} %, and {_at(own['time'], at)} s)."
        )
    quick = f"{fewest} or more take at most {tolerance} longer than {last}"
    if most is not None and fewest <= most:
        quick = f"{quick}: from {fewest} to {most} workers both hold."
    else:
        quick = f"{quick}; target infeasible: the efficiency wants at most {most or 0}, the time at least {fewest}."
    return f"{held} {quick} {_rules(marks)} {_of_how_many(trace)}"


def _at(values: Band, n: int, scale: float = 1.0) -> str:
    return plus_minus(values["mean"][n], values["half"][n], scale)


def _rules(marks: Marks) -> str:
    predicted = marks["predicted"]
    said = f"Table 2 of the paper says {marks['table_2']}"
    if predicted is None:
        return f"{said}."
    return f"{said}; replaying past iterations at the barriers of one replication comes to {predicted}."


def _of_how_many(trace: Trace) -> str:
    curves = trace["curves"]
    every = trace["iterations"]
    of = f"the first {curves['iterations']} of {every}" if curves["iterations"] < every else f"{every}"
    numbers = curves["numbers"]
    looked = "" if len(numbers) > numbers[-1] - numbers[0] else f" {len(numbers)} numbers of workers were looked at."
    return f"Means over {curves['replications']} replications of {of} iterations, bands are 95 % intervals.{looked}"


def marks_in_words(trace: Trace) -> list[tuple[str, str]]:
    """The recommended numbers, and who says so."""
    return [(mark.words, MISSING if mark.number is None else str(mark.number)) for mark in recommended(trace)]


def describe_gantt(trace: Trace) -> str:
    """Makespan, efficiency, who was last, and how near that is to the bound."""
    gantt, columns = trace["gantt"], trace["gantt"]["intervals"]
    length, spent, workers = gantt["length"], gantt["spent"], len(gantt["workers"]["speed"])
    there = sum(spent.values()) - spent["suspended"] - spent["away"]
    bound = bound_of(gantt)
    told = ", ".join(f"{WORDS[name]} {percent(time / sum(spent.values()))}" for name, time in spent.items() if time > 0)
    left = f" {gantt['left_out']} more bars are not drawn." if gantt["left_out"] else ""
    return (
        f"Iteration {gantt['iteration']} of {trace['iterations']} under {trace['policy']} with {workers} "
        f"worker{'' if workers == 1 else 's'} takes {number(length, 4)} s, "
        f"efficiency {percent(spent['computing'] / there)}. {_last(gantt, columns)} "
        f"No order takes less than {number(bound, 4)} s (work over speed of all workers, or the longest task); "
        f"this one takes {longer(length / bound, 'that')}. Workers are {told}.{left}"
    )


def _last(gantt: Gantt, columns: Intervals) -> str:
    computed = [n for n in range(len(columns["start"])) if columns["activity"][n] == "computing"]
    if not computed:
        return ""
    n = max(computed, key=lambda one: columns["end"][one])
    task, tasks = columns["task"][n], gantt["tasks"]
    size = "one of the largest" if task < tasks["largest"] else "not one of the largest"
    return (
        f"Last is worker {columns['worker'][n] + 1} with task {task + 1}, {size}, handed out as number "
        f"{tasks['place'][task] + 1} of {len(tasks['work'])} ({number(tasks['work'][task], 3)} s of work, "
        f"{number(tasks['expected'][task], 3)} s expected)."
    )


def describe_learning(trace: Trace) -> str:
    """How fast averages come near to expectations, and what that is worth."""
    learned = trace["learning"]
    at, error, ratio = learned["iteration"], learned["mean_error"], learned["time_over_lptf"]
    half = next((n for n, one in enumerate(error) if one <= error[0] / 2), None)
    halved = f", half of it after {at[half]}" if half is not None and error[0] > 0 else ""
    shown = len(learned["tasks"])
    kinds = {kind_of(trace, one["task"]) for one in learned["tasks"]}
    of = "from the largest to the smallest" if len(kinds) > 1 else "of one kind"
    learns = (
        f" {trace['policy']} hands out tasks by these averages."
        if trace["policy"] == "Random & Average"
        else f" {trace['policy']} does not use them."
    )
    later = ratio[1:] or ratio
    lost = (
        f"{trace['policy']} takes {longer(ratio[0], BEST_INFORMED)} in the first iteration, and on average "
        f"{longer(sum(later) / len(later), BEST_INFORMED)} after it."
    )
    own = "" if trace["policy"] == BEST_INFORMED else f" {lost}"
    return (
        f"Averages of {shown} of {trace['tasks']} tasks, {of}: lines are averages, "
        f"dots single times, hollow marks at the right what is expected. "
        f"The mean error of all averages is {percent(error[0])} after 1 iteration{halved}, "
        f"{percent(error[-1])} after {at[-1]}.{learns}{own}"
    )


def describe_pool(trace: Trace) -> str:
    """How many workers were used and where they were, what was lost, and whether the target could be met."""
    pool = trace["pool"]
    instants, total = pool["instants"], max(1, sum(pool["instants"]["number"]))
    low, high = min(pool["number"]), max(pool["number"])
    used = f"{low} workers all the time" if low == high else f"{low} to {high} workers"
    away = ", ".join(
        f"{percent(sum(instants[name]) / total)} of them {name}"
        for name in ("suspended", "away")
        if any(instants[name])
    )
    lost, tasks = sum(pool["lost"]), sum(pool["lost_tasks"])
    lost_words = f" {tasks} tasks were lost with {number(lost, 3)} s of work." if tasks else ""
    mean = sum(pool["efficiency"]) / len(pool["efficiency"])
    met = sum(one >= pool["target"] for one in pool["efficiency"])
    return (
        f"{trace['policy']} uses {used}{f'; on average {away}' if away else ''}.{lost_words} "
        f"Efficiency is {percent(mean)} on average over the {len(pool['number'])} iterations; "
        f"{met} of them meet the target of {percent(pool['target'])}.{_feasibility(pool)}"
    )


def _feasibility(pool: Pool) -> str:
    decisions = pool["decisions"]
    if not decisions:
        return ""
    told = [one for one in decisions["feasible"] if one is not None]
    amiss = [n for n, one in enumerate(decisions["feasible"]) if one is False]
    if not amiss:
        return f" At all {len(told)} barriers with a prediction, target and time tolerance can both be had."
    n = amiss[-1]
    return (
        f" Target infeasible at {len(amiss)} of {len(told)} barriers: at the last of them at most "
        f"{decisions['within_target'][n]} workers meet the efficiency, but at least {decisions['within_time'][n]} are "
        "needed for the time."
    )
