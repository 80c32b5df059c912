"""The words that the catalogues of the engine define: metrics, policies, and the fields of scenarios."""

from collections.abc import Iterator

from components.glossary.anchor import anchor
from components.glossary.described import Described, described
from components.glossary.entry import Definition, Entry
from components.words.inputs.unions import choice_words, kind_words
from components.words.wording import capital
from engine.contract.family import Family, Policy
from engine.metrics.catalogue import METRICS
from engine.metrics.job_metrics import detail_names
from engine.metrics.metric import Metric
from engine.study.registry import FAMILIES


def metric_entries() -> Iterator[Entry]:
    """Every metric."""
    names = {name: _metrics_of(family) for name, family in FAMILIES.items()}
    for metric in METRICS.values():
        families = tuple(family for family, known in names.items() if metric.name in known)
        definition = Definition(metric.definition, _axis(metric), _sourced(metric.source), families)
        yield _entry(metric.title, definition)


def _metrics_of(family: Family) -> set[str]:
    """The metrics of a family, those with a bracket by what stands before it."""
    detailed = [one for example in family.examples.values() for one in family.metrics_of(example)]
    of_jobs = detail_names(["one", "other"]) if "slowdown" in family.metrics else ()
    return {name.partition("[")[0] for name in (*family.metrics, *detailed, *of_jobs)}


def _axis(metric: Metric) -> str:
    return metric.axis if metric.axis != metric.title else ""


def _sourced(source: str) -> str:
    return "" if source == "usual definition" else source


def policy_entries() -> Iterator[Entry]:
    """Every policy, by its title; its short name leads there."""
    for family in FAMILIES.values():
        for policy in family.policies.values():
            yield _policy(family, policy)


def _policy(family: Family, policy: Policy) -> Entry:
    short = policy.name if policy.name != policy.title else ""
    definition = Definition(policy.description, short, policy.source, (family.name,))
    return _entry(policy.title, definition)._replace(labels=(short,) if short else ())


def field_entries() -> Iterator[Entry]:
    """Every field of every family."""
    for family in FAMILIES:
        for field in described(family):
            text = " ".join(filter(None, (field.words.help, _choices(field), _allowed(field))))
            label = field.words.label if field.words.label != field.words.title else ""
            yield _entry(field.words.title, Definition(text, label, "", (family,)))


def _choices(field: Described) -> str:
    if field.kinds:
        kinds = (f"{capital(kind_words(field.discriminator, tag))}: {help}" for tag, help in field.kinds.items())
        return " ".join(kinds)
    name = field.path.rpartition(".")[2]
    return f"Choices: {', '.join(choice_words(name, one) for one in field.options)}." if field.options else ""


def _allowed(field: Described) -> str:
    return f"Allowed: {field.words.range_words}." if field.words.range_words else ""


def _entry(title: str, definition: Definition) -> Entry:
    return Entry(anchor(title), capital(title), [definition])
