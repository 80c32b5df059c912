"""Every word has a meaning, and every label of the pages leads to one."""

import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from components.glossary import catalogue
from components.glossary.anchor import anchor
from components.glossary.catalogue import TermError, read_terms
from components.glossary.described import described
from components.glossary.entry import key_of
from components.pages.studio.face import FACES
from components.pages.studio.sketch.policies_form import by_idea
from components.pages.studio.sketch.sketch import create_sketch
from components.pages.studio.tabs import all_tabs
from components.pages.words.callbacks import tell_words
from components.words.inputs.fields import describe, kind_of, kinds_of, value_at
from components.words.inputs.unions import beginning
from engine.inputs.paths import leaves, put
from engine.metrics.catalogue import METRICS
from engine.study.registry import EXAMPLES, FAMILIES
from tests.components.trees import every, fields_in

EVERY_FAMILY = pytest.mark.parametrize("family", FAMILIES)


def texts_of(component: Any, kind: str) -> Iterator[str]:
    """Texts of all components of a *kind*, "Legend", in a tree."""
    for one in every(component):
        if type(one).__name__ == kind:
            yield str(one.children[0] if isinstance(one.children, list) else one.children)


@cache
def trees_of(family: str) -> list[dict[str, Any]]:
    """Every example of a family; and the first one with one more entry in each list, with every kind of every union."""
    found = [example.model_dump(mode="json") for example in FAMILIES[family].examples.values()]
    first = deepcopy(found[0])
    for entries in FACES[family].form.entries.values():
        value_at(first, entries.path).append(entries.fresh(first))
    tags = [path for path, _ in leaves(first) if "." in path and kind_of(first, path) == "tag"]
    for union in (path.rpartition(".")[0] for path in tags):
        for tag in kinds_of(first, union):
            tree = deepcopy(first)
            put(tree, union, beginning(tree, union, tag))
            found.append(tree)
    return found


@cache
def sketches_of(family: str) -> list[Any]:
    """The form of each of these."""
    return [create_sketch(tree) for tree in trees_of(family)]


def pattern_of(path: str) -> str:
    return ".".join("*" if step.isdigit() else step for step in path.split("."))


def leads(label: str) -> bool:
    """Whether a label has a word, as words.js looks for it: with a number at its end or without."""
    found = catalogue.labels().get(key_of(label)) or catalogue.labels().get(key_of(label.rstrip(" 0123456789")))
    return found in catalogue.glossary()


# labels ---------------------------------------------------------------------------------------------------------------


@EVERY_FAMILY
def test_every_field_of_the_form_leads_to_a_word(family: str) -> None:
    paths = {path for sketch in sketches_of(family) for path in fields_in(sketch)} - {"study.stop", "study.ask"}
    known = catalogue.field_labels()
    assert len(paths) > 20
    assert [path for path in sorted(paths) if known.get(pattern_of(path)) not in catalogue.glossary()] == []


@EVERY_FAMILY
def test_every_field_that_can_be_varied_or_typed_is_described(family: str) -> None:
    known = {one.path for one in described(family)}
    first = next(iter(FAMILIES[family].examples.values()))
    paths = [pattern_of(path) for path, _ in leaves(first.model_dump(mode="json"))]
    entries = {path for path in paths if path.endswith(".*")}  # of a list of numbers
    assert set(paths) - entries - known - {f"{one}.*" for one in known} == set()
    assert {pattern_of(path) for path in first.sweepable()} <= known | entries


@EVERY_FAMILY
def test_a_field_is_described_as_its_label_says(family: str) -> None:
    first = next(iter(FAMILIES[family].examples.values())).model_dump(mode="json")
    titles: dict[str, set[str]] = {}
    for one in described(family):
        titles.setdefault(one.path, set()).add(one.words.title)
    for path in set(fields_in(create_sketch(first))) & titles.keys():
        if not path.startswith("study."):  # a sweep need not be there
            labelled = path.rpartition(".")[0] if kind_of(first, path) == "tag" else path
            assert describe(first, labelled).title in titles[path]


@EVERY_FAMILY
def test_headings_boxes_and_disclosures_of_the_form_lead_to_words(family: str) -> None:
    named = {name for tree in trees_of(family) for name in names_in(tree)}
    found = {
        text for tree in trees_of(family) for kind in ("Legend", "H2") for text in texts_of(create_sketch(tree), kind)
    }
    found |= {part.title for part in FACES[family].parts.values()} | set(by_idea(FAMILIES[family].policies))
    found |= {FACES[family].form.cluster_title, FACES[family].form.workload_title}
    assert [text for text in sorted(found - named) if not leads(text)] == []


def names_in(tree: Any) -> Iterator[str]:
    """Names that somebody has given to groups, classes and types."""
    yield from (value for path, value in leaves(tree) if path.endswith(".name"))


@pytest.mark.parametrize("tab", all_tabs(), ids=lambda tab: tab.value)
def test_every_tab_leads_to_a_word(tab: Any) -> None:
    assert leads(tab.title)


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_leads_to_its_definition(name: str) -> None:
    metric = METRICS[name]
    entry = catalogue.glossary()[catalogue.labels()[key_of(metric.axis)]]
    assert metric.definition in {one.text for one in entry.definitions}
    assert catalogue.anchor_of_metric(metric.title) == catalogue.labels()[key_of(metric.title)] == entry.anchor
    assert catalogue.anchor_of_metric(f"{metric.title} of the fourth") is None


@EVERY_FAMILY
def test_every_policy_leads_to_what_it_does(family: str) -> None:
    for policy in FAMILIES[family].policies.values():
        entry = catalogue.glossary()[catalogue.labels()[key_of(policy.name)]]
        assert any(one.text == policy.description and family in one.families for one in entry.definitions), policy.name


@pytest.mark.parametrize(
    "label",
    [
        "Replicate",
        "Example",
        "Metric",
        "Ask",
        "Point",
        "Replication",
        "From job",
        "From (s)",
        "Nodes shown",
        "Work (s)",
    ],
)
def test_other_labels_of_the_studio_lead_to_words(label: str) -> None:
    assert leads(label)


# entries --------------------------------------------------------------------------------------------------------------


def test_every_entry_says_something_and_can_be_addressed() -> None:
    for place, entry in catalogue.glossary().items():
        assert place == entry.anchor == anchor(entry.title)
        for one in entry.definitions:
            assert one.text.endswith((".", "…", "?")), (entry.title, one.text)
            assert set(one.families) <= FAMILIES.keys()


def test_see_also_leads_somewhere() -> None:
    missing = [(one.title, name) for one in catalogue.glossary().values() for name in one.see if not leads(name)]
    assert missing == []


def test_a_word_with_two_catalogues_is_one_entry() -> None:
    entry = catalogue.glossary()["offered-load"]
    assert [one.families for one in entry.definitions] == [(), ("parallel-jobs",), ("coscheduling",)]


def test_the_same_words_in_several_families_stand_once() -> None:
    (definition,) = catalogue.glossary()["jobs-left-out"].definitions
    assert definition.families == tuple(FAMILIES)


def test_an_anchor_has_letters_digits_and_hyphens() -> None:
    assert anchor("Load imbalance η") == "load-imbalance-eta"
    assert anchor("Periodic Boost, heuristic A'") == "periodic-boost-heuristic-a-prime"


def test_a_label_is_looked_up_without_unit_and_owner() -> None:
    assert key_of("Mean  demand of “long” (s)") == "mean demand"


# terms.md -------------------------------------------------------------------------------------------------------------


def test_a_term_has_text_source_families_and_labels() -> None:
    text = "# Words\n## Gang\nAll at once.\nSlot by slot.\n"
    text += "Source: A 1999\nFamily: coscheduling\nLabels: one; two\nSee also: Spin\n"
    (term,) = read_terms(text)
    assert term.definitions[0] == ("All at once. Slot by slot.", "", "A 1999", ("coscheduling",))
    assert (term.labels, term.see) == (("one", "two"), ("Spin",))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("## Gang\nSource: A\n", "“Gang” has no definition"),
        ("## Gang\nText.\nFamily: gangs\n", "a family is one of parallel-jobs"),
        ("## Gang\nText.\nSource: A\nSource: B\n", "“Gang” has Source twice"),
    ],
)
def test_a_term_that_is_wrong_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(TermError, match=sentence):
        read_terms(text)


# the address ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def server() -> Any:
    from flask import Flask

    server = Flask("words")
    server.add_url_rule("/words.json", "words", tell_words)
    return server.test_client()


def test_a_browser_that_has_the_words_gets_nothing_again(server: Any) -> None:
    answer = server.get("/words.json")
    assert answer.json["labels"]["gang scheduling"] == "gang-scheduling"
    assert server.get("/words.json", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_links_to_words_in_the_json_lead_to_entries() -> None:
    tree = catalogue.as_json()
    targets = {*tree["labels"].values(), *tree["fields"].values()}
    targets |= {place for word in tree["words"].values() for place, _ in word["see"]}
    assert targets <= tree["words"].keys()
    assert len(EXAMPLES) > 10


def test_no_entry_says_the_same_twice() -> None:
    for entry in catalogue.glossary().values():
        for one, other in combinations(entry.definitions, 2):
            if one.label == other.label:
                first, second = (set(re.findall(r"\w+", each.text.lower())) for each in (one, other))
                assert len(first & second) < 0.9 * min(len(first), len(second)), entry.title


def test_of_two_that_say_the_same_the_longer_one_stays_with_both_families() -> None:
    (only,) = [one for one in catalogue.glossary()["workload"].definitions if not one.label]
    assert only.text == "The jobs: when they arrive, how much they need, how they can be run."
