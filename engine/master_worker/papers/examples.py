"""Named scenarios: the figures and tables of Heymann et al. 2000, and what its authors announce as future work."""

from typing import Any

from engine.contract.examples import written_as
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.policies import OF_THE_PAPER

PROPOSED_FIRST = ("Random & Average", "LPTF", "LPTF on Expectation", "Random")
"""With the policy that the paper proposes first, with which a study compares the others."""

FACTORS = (30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0)
VARIATIONS = (0.0, 10.0, 30.0, 60.0, 100.0)
"""Of the factorial (section 4.2); the 78 % of its list of workload factors is taken to be the 70 % of table 2."""

NUMBER, VARIATION = "workers.number.workers", "application.variation"
FACTOR, ITERATIONS = "application.workload_factor", "application.iterations"
EVERY_NUMBER = tuple(float(n) for n in range(1, 31))
FEW_NUMBERS = (2.0, 3.0, 4.0, 5.0, 6.0)
SOME_NUMBERS = (5.0, 10.0, 15.0, 20.0, 25.0, 30.0)


def _example(
    title: str,
    notes: str,
    application: dict[str, Any],
    study: dict[str, Any],
    policies: tuple[str, ...] = PROPOSED_FIRST,
    paper: bool = True,
    **parts: Any,
) -> dict[str, Any]:
    return {
        "title": f"Heymann et al. 2000, {title}" if paper else title,
        "notes": notes,
        "family": "master-worker",
        "policies": list(policies),
        "application": application,
        "study": {"replications": 10, **study},
        **parts,
    }


def _vary(field: str, values: tuple[float, ...], also: str | None = None, more: tuple[float, ...] = ()) -> Any:
    """One or two fields and their values."""
    found: dict[str, Any] = {"vary": {"field": field, "values": list(values)}}
    return found if also is None else {**found, "and_vary": {"field": also, "values": list(more)}}


def _figure_2(iterations: int, letter: str) -> dict[str, Any]:
    return _example(
        f"figure 2{letter}: efficiency after {iterations} iterations",
        "Balanced, irregular tasks (W = 30 %, D = 100 %), efficiency against the number of workers. Where iterations "
        "matter most to Random & Average, which has to learn.",
        {"workload_factor": 30.0, "variation": 100.0, "iterations": iterations},
        _vary(NUMBER, EVERY_NUMBER),
        (*PROPOSED_FIRST,),
    )


def _table_2(largest: str, variation: float, row: str) -> dict[str, Any]:
    return _example(
        f"table 2, {row}: how many workers for 80 % efficiency",
        "The rule of the paper chooses the number of workers. Look at the most workers with the target efficiency, "
        f"published beside measured; with {variation:g} % variation the two agree best.",
        {"variation": variation, "largest": largest},
        {**_vary(FACTOR, FACTORS), "replications": 120},
        ("Random & Average", "LPTF on Expectation"),
        workers={"number": {"rule": "table-2"}},
    )


def _rule(rule: str, words: str) -> dict[str, Any]:
    return _example(
        f"Number of workers: {words}",
        "How near a rule for the number of workers comes to a target of 80 %, and to the time of the best fixed number "
        "that meets it. Compare heymann-predict, -predict-table-2 and -predict-feedback.",
        {},
        _vary(FACTOR, (30.0, 50.0, 70.0), VARIATION, (10.0, 60.0)),
        ("Random & Average", "LPTF"),
        paper=False,
        workers={"number": {"rule": rule}},
    )


_POOL = {"presence": "opportunistic", "up": {"mean": 60.0}, "suspended": {"mean": 5.0}, "away": {"mean": 30.0}}

_WRITTEN = {
    "heymann-figure-4": _example(
        "figure 4b: execution time against the number of workers",
        "Loss of time against LPTF, which knows every task beforehand. Random & Average has to learn in the first "
        "iteration only, and comes close to it; Random does not.",
        {"workload_factor": 50.0, "largest": "different", "smallest": "different", "variation": 100.0},
        _vary(NUMBER, EVERY_NUMBER),
    ),
    "heymann-figure-4a": _example(
        "figure 4a: the same with tasks that do not vary",
        "Without variation LPTF on Expectation is LPTF, and Random & Average is from the second iteration on.",
        {"workload_factor": 50.0, "largest": "different", "smallest": "different", "variation": 0.0},
        _vary(NUMBER, EVERY_NUMBER),
    ),
    "heymann-figure-2a": _figure_2(10, "a"),
    "heymann-figure-2b": _figure_2(35, "b"),
    "heymann-iterations": _example(
        "section 4.3: the number of iterations",
        "Efficiency after 10, 35, 50 and 100 iterations of balanced, irregular tasks: more gain next to nothing.",
        {"workload_factor": 30.0, "variation": 100.0},
        {**_vary(NUMBER, SOME_NUMBERS, ITERATIONS, (10.0, 35.0, 50.0, 100.0)), "replications": 60},
    ),
    "heymann-figure-3": _example(
        "figure 3: the workload factor",
        "Equal large and equal small tasks that do not vary: peaks where they fill the workers evenly, and from some "
        "number on a decline that a larger workload factor brings earlier and makes smoother.",
        {"variation": 0.0},
        _vary(NUMBER, EVERY_NUMBER, FACTOR, (30.0, 60.0)),
    ),
    "heymann-variation": _example(
        "section 4.3: the variation",
        "Efficiency by number of workers and variation (W = 50 %). The paper says that it never falls by more than "
        "10 % of that without variation.",
        {"workload_factor": 50.0},
        _vary(NUMBER, (*FEW_NUMBERS, *SOME_NUMBERS[1:]), VARIATION, VARIATIONS),
    ),
    "heymann-table-1": _example(
        "table 1: bounds of the loss of efficiency (30 tasks)",
        "All cases of the factorial with 30 tasks in one cell: 7 workload factors, 5 variations, 4 similarities, "
        "4 numbers of iterations, 1 to 30 workers; 16,800 cases. The published bounds are no bounds: of equal tasks "
        "that do not vary (W = 50 %, 12 workers) Random loses a third.",
        {},
        {"replications": 40},
        OF_THE_PAPER,
        population={"tasks": [30], "workload_factors": list(FACTORS), "variations": list(VARIATIONS)},
    ),
    "heymann-worst-cases": _example(
        "table 1: where the loss of efficiency is largest (30 tasks)",
        "The same cases by workload factor and variation: the largest loss of each.",
        {},
        {**_vary(FACTOR, FACTORS, VARIATION, VARIATIONS), "replications": 20},
        OF_THE_PAPER,
        population={"tasks": [30]},
    ),
    "heymann-factorial": _example(
        "the complete factorial",
        "30, 100 and 300 tasks, every number of workers, all similarities and numbers of iterations, by workload "
        "factor and variation. The cases of all cells together are those of table 1.",
        {},
        {**_vary(FACTOR, FACTORS, VARIATION, VARIATIONS), "replications": 1},
        OF_THE_PAPER,
        population={},
    ),
    "heymann-table-2": _table_2("similar", 10.0, "row 1, largest tasks of similar size"),
    "heymann-table-2-different": _table_2("different", 30.0, "row 2, largest tasks of different size"),
    "heymann-predict": _rule("predict", "predicted from the last iterations"),
    "heymann-predict-table-2": _rule("table-2", "the paper's table 2"),
    "heymann-predict-feedback": _rule("feedback", "one more or one less"),
    "opportunistic-pool": _example(
        "Workers whose owners come and go",
        "A worker is up for a minute, then suspended for 5 s or away for 30 s; who goes away loses its task. How much "
        "of the time is lost, and to what, by how often owners take their machines away.",
        {"workload_factor": 50.0, "variation": 30.0},
        _vary("workers.availability.away_share", (0.0, 25.0, 50.0, 75.0, 100.0)),
        paper=False,
        workers={"number": {"rule": "fixed", "workers": 12}, "availability": _POOL},
    ),
    "unequal-speeds": _example(
        "Fast and slow workers",
        "Four workers of speed 2, and slower ones. With many slow ones, a large task that a slow worker takes at the "
        "end holds up everybody: who waits for a fast one wins.",
        {"workload_factor": 60.0, "largest": "different", "smallest": "different"},
        _vary(NUMBER, tuple(float(n) for n in range(2, 25, 2))),
        ("Earliest Completion", "LPTF", "Random & Average", "Random"),
        paper=False,
        workers={
            "number": {"rule": "fixed", "workers": 12},
            "groups": [{"name": "fast", "count": 4, "speed": 2.0}, {"name": "slow", "count": 20, "speed": 0.5}],
        },
    ),
    "loop-chunks": _example(
        "Chunks of an independent loop",
        "A loop of 200 short tasks. Few large chunks leave workers idle at the end, many small ones keep the master "
        "busy: the time of the master for each message decides.",
        {"tasks": 200, "iterations": 10, "workload_factor": 30.0, "variation": 60.0, "mean_task_time": 0.1},
        _vary("master.dispatch_time", (0.0, 0.001, 0.002, 0.005, 0.01, 0.02)),
        ("Factoring", "Guided", "Fixed Chunk", "Random"),
        paper=False,
        workers={"number": {"rule": "fixed", "workers": 16}},
        options={"chunk_size": 4},
    ),
}

EXAMPLES = written_as(MasterWorkerScenario, _WRITTEN)
