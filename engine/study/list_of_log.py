"""From the file of a log to a study of coscheduling whose jobs are the first of the log, as a list."""

from engine.coscheduling.inputs.scenario import FOLLOWS, CoschedulingScenario
from engine.coscheduling.of_log import FIRST, in_words, list_of_log
from engine.logs.cleaning.clean import clean
from engine.logs.reading import read_log

LONGEST_NOTES = 2000


def with_list(
    scenario: CoschedulingScenario, data: bytes, called: str, first: int | None = None, divided_by: float | None = None
) -> CoschedulingScenario:
    """The *scenario* with jobs of the log in *data* instead of its own, on its cluster and of its job types.

    What it varies stays, unless that is of the jobs that go. `LogError` if the file is no log, or has no jobs that fit;
    `ScenarioError` if they cannot be put in.
    """
    reading = read_log(data)
    log = clean(reading.table, reading.head)
    part = scenario.cluster.nodes // scenario.cluster.partitions
    arrivals = list_of_log(log, called, part, FIRST if first is None else first, divided_by)
    tree = scenario.model_dump(mode="json")
    for name in FOLLOWS:
        tree["workload"].pop(name, None)
    tree["workload"]["arrivals"] = arrivals
    tree["measurement"]["warm_up"] = {"method": "none"}
    tree["title"] = f"Jobs of {in_words(called)}"
    tree["notes"] = " ".join(filter(None, (arrivals["source"], scenario.notes)))[:LONGEST_NOTES]
    study = tree["study"]
    for name in ("vary", "and_vary", "goal"):
        if study[name] and study[name]["field"].startswith(_GONE):
            study[name] = None
    if study["and_vary"] and not study["vary"]:
        study["vary"], study["and_vary"] = study["and_vary"], None
    found = CoschedulingScenario.read(tree)
    if not found.is_random:
        study |= {"replications": 1, "precision": None, "goal": None, "selection": None, "breaking": None}
        found = CoschedulingScenario.read(tree)
    return found


_GONE = ("workload.arrivals", *(f"workload.{name}" for name in FOLLOWS), "measurement.warm_up")
