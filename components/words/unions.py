"""Parts of a scenario that are one of several kinds: words for each kind, and what its fields begin with."""

from typing import Any

from components.words.fields import describe, discriminator_of, kind_of, kinds_of, names_in, value_at
from components.words.wording import number

KIND_WORDS = {
    "process": {
        "poisson": "at random (Poisson)",
        "batch": "all at time 0",
        "hyper-erlang": "bursts (hyper-Erlang)",
    },
    "spread": {"same": "all the same", "powers-of-two": "times 1, 2, 4, …"},
    "model": {"table": "as measured", "amdahl": "Amdahl’s law", "downey": "Downey’s model"},
    "estimate": {"multiple": "the same multiple for all", "uniform-error": "up to a multiple"},
    "deadline": {
        "constant-deadline": "the same for all",
        "exponential-deadline": "exponential",
        "proportional-deadline": "in proportion to the demand",
    },
    "event": {
        "owners": "owners come and go",
        "sessions": "now and then a user",
        "shutdown": "shutdown",
        "failures": "failures",
        "addition": "later addition",
        "spares": "spares",
    },
    "rule": {
        "fixed": "a fixed number",
        "predict": "predicted",
        "table-2": "table 2",
        "feedback": "one more or less",
    },
    "presence": {"always": "dedicated", "opportunistic": "owners come and go"},
    "method": {
        "none": "none",
        "fixed": "a fixed number of jobs",
        "mser-5": "found in each replication (MSER-5)",
    },
}
"""Words for the kinds whose tag in the JSON does not say enough, by discriminator."""

CHOICE_WORDS = {
    "imbalance": {
        "ideal": "the same for all",
        "binomial": "events at random",
        "given": "by weights",
    },
    "service": {"leland-ott": "as Leland & Ott measured"},
    "objective": {
        "run-time": "least run time",
        "cost": "least cost of waiting and machines",
        "cost-within-run-time": "least cost within a run time",
        "run-time-within-cost": "least run time within a cost",
    },
    "division": {"equal": "the same for all", "by-speed": "by speed"},
    "queue": {"processor-sharing": "by processor sharing", "paper-mode": "as in the paper"},
    "equations": {"as-printed": "as printed"},
    "differences": {
        "uniform-0.4-1.6": "evenly, 0.4 to 1.6 times",
        "uniform-0.5-1.5": "evenly, 0.5 to 1.5 times",
        "uniform-0.9-1.1": "evenly, 0.9 to 1.1 times",
        "exponential": "exponential",
    },
    "pattern": {
        "nearest-neighbor": "nearest neighbor",
        "all-to-all": "all to all",
    },
    "sizes": {"all": "every size", "powers-of-two": "powers of two only"},
    "message_time": {
        "wire-and-interfaces": "the interfaces come on top of the latency",
        "in-all": "the latency is all there is",
    },
    "io_hand_over": {
        "longer-than-a-switch": "I/O that takes longer than a switch",
        "always": "any I/O",
    },
    "equal_level": {
        "none": "none",
        "boosts": "Periodic Boost and yields",
        "all": "I/O, wake-ups and interrupts as well",
    },
}
"""Words for the values of a plain choice, by the name of its field."""

BEGINNINGS: dict[str, dict[str, Any]] = {
    "poisson": {"rate_per_1000_s": 1.0},
    "constant": {"mean": 6000.0},
    "exponential": {"mean": 6000.0},
    "uniform": {"low": 3000.0, "high": 9000.0},
    "log-normal": {"mean": 6000.0, "coefficient_of_variation": 2.0},
    "hyperexponential": {"mean": 6000.0, "coefficient_of_variation": 2.0},
    "fixed": {"jobs": 500},
    "table": {"processors": [1, 2, 4, 8, 16], "speedup": [1.0, 1.8, 3.4, 6.3, 11.2]},  # Kumar 2001, table 4.1
    "amdahl": {"serial_share": 0.05},
    "downey": {"parallelism": 16.0, "variance": 0.5},
    "constant-deadline": {"mean": 3600.0},
    "exponential-deadline": {"mean": 3600.0},
    "proportional-deadline": {"times_demand": 1.0},
    "sessions": {"mean_away": 7200.0, "mean_session": 1800.0},
    "shutdown": {"at": 3600.0},
    "failures": {"mean_between": 86_400.0, "mean_repair": 3600.0},
    "addition": {"at": 3600.0},
}
"""What the fields of a kind begin with, if the model has no default for them."""

BEGINNINGS_OF: dict[str, dict[str, dict[str, Any]]] = {
    "coscheduling": {
        "poisson": {"rate_per_1000_s": 500.0},  # jobs of seconds, not of hours
        "hyper-erlang": {"rate_per_1000_s": 500.0},
    }
}
"""The same where a family has its own measure."""


def kind_words(discriminator: str, tag: str) -> str:
    """A kind in words."""
    return KIND_WORDS.get(discriminator, {}).get(tag, tag.replace("-", " "))


def choice_words(name: str, value: str) -> str:
    """A value of the plain choice called *name* in words."""
    return CHOICE_WORDS.get(name, {}).get(value, value)


def is_tag(tree: dict[str, Any], path: str) -> bool:
    """Whether the field at *path* says which kind a part is."""
    try:
        return kind_of(tree, path) == "tag" and "." in path
    except (KeyError, IndexError, ValueError, TypeError, AttributeError):  # a field of another shape, or of no scenario
        return False


def beginning(tree: dict[str, Any], path: str, tag: str) -> dict[str, Any]:
    """The part at *path* as another kind; fields that both kinds have keep their values.

    Of a list of unions, a new entry.
    """
    old = value_at(tree, path)
    discriminator = discriminator_of(tree, path)
    fresh: dict[str, Any] = {discriminator: tag}
    beginnings = BEGINNINGS.get(tag, {}) | BEGINNINGS_OF.get(tree["family"], {}).get(tag, {})
    for name, schema in kinds_of(tree, path)[tag].items():
        if name == discriminator:
            continue
        if isinstance(old, dict) and name in old:
            fresh[name] = old[name]
        elif name == "group":
            fresh[name] = tree["cluster"]["groups"][0]["name"]
        elif name == "up_to":
            fresh[name] = _bound(tree, path)
        else:
            fresh[name] = beginnings.get(name, schema.get("default"))
    return fresh


def _bound(tree: dict[str, Any], path: str) -> Any:
    """What the sizes of a job class are drawn up to at first: its largest size, or all machines."""
    job_class = value_at(tree, path.rpartition(".")[0])
    if path.endswith("min_size_spread"):
        return job_class["max_size"]
    counts = [group["count"] for group in tree["cluster"]["groups"]]
    return sum(count for count in counts if isinstance(count, int)) or job_class["max_size"]


def in_words(tree: dict[str, Any], path: str) -> str:
    """The union at *path* in a few words: "Downey’s model, average parallelism 16, variance of parallelism 0.5"."""
    part = value_at(tree, path)
    discriminator = discriminator_of(tree, path)
    words = [kind_words(discriminator, part[discriminator])]
    for name in names_in(tree, path):
        value = part.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            words.append(quantity_words(tree, f"{path}.{name}"))
        elif isinstance(value, list) and value:
            words.append(f"{describe(tree, f'{path}.{name}').short.lower()} up to {value[-1]}")
    return ", ".join(words)


def quantity_words(tree: dict[str, Any], path: str) -> str:
    """The number at *path*, or what was typed instead, with its name and unit: "mean deadline 3 840 s"."""
    words, value = describe(tree, path), value_at(tree, path)
    title = words.title.split(" of “")[0].split(", ")[-1]
    unit = "" if words.unit in ("", "1") else f" {words.unit}"
    said = number(value, 12) if isinstance(value, int | float) else value
    return f"{title[:1].lower()}{title[1:]} {said}{unit}"
