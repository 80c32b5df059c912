"""The page of Compare: addresses, sides, choices, progress."""

import json

from components.pages.compare import answer
from components.pages.compare.ids import Id
from components.pages.compare.layout import layout
from components.pages.compare.on_studies import show_progress
from components.pages.compare.sides import choices, described, examples, opened, told_apart
from components.pages.compare.view import View
from components.sketches.link import from_link, to_link
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.pages.compared import ONE, TWO, scenario


def test_an_address_opens_both_sides_and_nothing_opens_the_examples() -> None:
    chosen, problems = opened(None, None)
    assert [from_link(chosen[side]["link"]) for side in "AB"] == [ONE, TWO]
    assert problems == {"A": "", "B": ""}
    chosen, _ = opened(to_link(scenario()), None)
    assert chosen["A"]["title"] == "small"
    assert from_link(chosen["B"]["link"]) == ONE  # another one of its family


def test_a_damaged_side_is_refused_and_the_other_stays() -> None:
    chosen, problems = opened("eNpLTEpOSQUACCcCBA", to_link(scenario()))
    assert from_link(chosen["A"]["link"]) == ONE
    assert problems["A"].startswith("The link of A cannot be opened: ")
    assert (chosen["B"]["title"], problems["B"]) == ("small", "")


def test_a_third_study_comes_and_goes_by_its_box_and_one_that_is_damaged_is_left_out() -> None:
    chosen, problems = opened(None, None, None, to_link(scenario()))
    assert list(chosen) == ["A", "B", "D"]
    assert opened(None, None, "eNpLTEpOSQUACCcCBA")[1]["C"].startswith("The link of C cannot be opened: ")
    assert list(opened(None, None, "eNpLTEpOSQUACCcCBA")[0]) == ["A", "B"]
    assert problems == {"A": "", "B": ""}


def test_no_option_is_offered_twice() -> None:
    for side in (described(ONE), described(scenario())):
        values = [item["value"] for group in choices(side, examples()) for item in group["items"]]
        assert len(values) == len(set(values))
        assert side["link"] in values


def test_progress_says_what_is_missing_what_it_costs_and_what_is_left() -> None:
    link = to_link(scenario())
    unknown = {"link": link, "state": "unknown", "done": 0, "total": 10}
    done = {"link": link, "state": "done", "done": 10, "total": 10}
    running = {"link": link, "state": "running", "done": 5, "total": 10, "seconds_left": 1.234}
    row, missing, bar, *_ = show_progress({"A": unknown, "B": done})
    assert (row, bar) == ("run-row", "progress-row hidden")
    assert missing == "A is not known yet: 10 cells, about 0.1 s on one core (estimated)."
    row, missing, bar, percent, words = show_progress({"A": running, "B": done})
    assert (row, bar, percent) == ("run-row hidden", "progress-row running", 75)
    assert words == "A 5 of 10 cells, 1.2 s left; B done"
    assert show_progress({"A": done, "B": done})[0] == "run-row hidden"


def test_the_figures_are_json(both: View) -> None:
    json.loads(answer.create_overlay(both).to_json())
    json.loads(answer.create_difference(both).to_json())


def test_the_page_comes_with_what_is_known_of_both_sides() -> None:
    page = layout(a=to_link(EXAMPLES["schnor-system-1"]), b=to_link(EXAMPLES["schnor-system-2"]))
    (studies,) = (one.data for one in page._traverse() if getattr(one, "id", None) == Id.STUDIES)
    for side, name in (("A", "schnor-system-1"), ("B", "schnor-system-2")):
        result = result_ahead(EXAMPLES[name])
        assert result is not None
        assert result.cells_done > 0
        assert (studies[side]["state"], studies[side]["done"]) == ("done", result.cells_done)


def test_sides_that_would_be_called_alike_are_told_apart_by_what_differs() -> None:
    tree = EXAMPLES["side-by-side"].model_dump(mode="json")
    tree["cluster"]["groups"][0]["count"], tree["cluster"]["groups"][1]["count"] = 14, 7
    tree["study"]["seed"] = 5
    first = read_scenario(tree)
    tree["study"]["replications"] = 12
    second = read_scenario(tree)
    sides = {"A": described(first), "B": described(second), "C": described(EXAMPLES["side-by-side"])}
    assert sides["B"]["title"].endswith("and 2 more")
    told = told_apart(sides)
    assert told["B"].startswith("as A, but replications")
    assert told["B"].endswith("→ 12")
    assert (told["A"], told["C"]) == (sides["A"]["title"], sides["C"]["title"])
    assert told_apart({"A": sides["A"], "B": sides["A"]})["B"] == sides["A"]["title"]
