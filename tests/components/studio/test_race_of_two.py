"""The race of two studies: rows of both on the same jobs, by a link that comes from whoever wrote the address."""

from typing import Any

import pytest

from components.pages.studio.face import FACES
from components.pages.studio.ids import Id
from components.pages.studio.page_state import read_state
from components.pages.studio.race.against import entrants, others_of, rows_of, said
from components.pages.studio.race.parted import arrivals_words
from components.pages.studio.replay.on_replay import offer_replays, offer_tabs, replication_of
from components.sketches.link import to_link
from components.visits.answers import empty_result
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario

SYSTEM = EXAMPLES["side-by-side"]


def changed(scenario: Scenario, **parts: Any) -> Scenario:
    return read_scenario(scenario.model_dump(mode="json") | parts)


FASTER = changed(SYSTEM, options=SYSTEM.model_dump(mode="json").get("options", {}), policies=["SED", "FCFS", "EASY"])
SLOWER = changed(SYSTEM, policies=["SED", "SED-NU"])
OTHER_SEED = changed(SYSTEM, study=SYSTEM.study.model_dump(mode="json") | {"seed": SYSTEM.study.seed + 1})


@pytest.mark.parametrize(
    "link",
    ["", "nonsense", "A" * 5_000, None, 7, to_link(OTHER_SEED), to_link(EXAMPLES["zhang-wl2"])],
    ids=["none", "no link", "long", "nothing", "a number", "other jobs", "another family"],
)
def test_what_cannot_race_is_not_there(link: Any) -> None:
    assert others_of(SYSTEM, link) == {}
    found = read_state(empty_result(SYSTEM), {"tab": "race", "against": link, "racers": "A SED,B SED"})
    assert found.against == ""
    assert not any(name.startswith(("A ", "B ")) for name in found.racers)


def test_rows_of_one_policy_stand_below_each_other() -> None:
    others = others_of(SYSTEM, to_link(FASTER))
    rows = rows_of(list(SYSTEM.policies), others)
    assert rows[:2] == ["A SED", "B SED"]
    assert set(rows) == {f"A {name}" for name in SYSTEM.policies} | {"B SED", "B FCFS", "B EASY"}
    assert rows_of(["SED"], {}) == ["SED"]
    found = entrants(SYSTEM, others, 2, ["A SED", "B EASY"])
    assert found == {"A SED": (SYSTEM, "SED", 2), "B EASY": (FASTER, "EASY", 2)}
    assert "B is" in said(SYSTEM, others)[0]
    assert said(SYSTEM, {}) == []


def test_an_address_opens_it_and_the_choice_is_kept() -> None:
    link = to_link(FASTER)
    found = read_state(empty_result(SYSTEM), {"tab": "race", "against": link, "racers": "B EASY,A FCFS"})
    assert (found.tab, found.against, found.racers) == ("race", link, ("A FCFS", "B EASY"))
    tree = SYSTEM.model_dump(mode="json")
    fields = {Id.REPLAY_POLICY: "SED", Id.REPLAY_POINT: "0", Id.REPLAY_REPLICATION: 1}
    fields |= {Id.RACERS: list(found.racers), Id.AGAINST: link}
    which = replication_of({"tab": "race", "tree": tree, "fields": fields})
    assert (which["racers"], which["against"], which["policy"]) == (["A FCFS", "B EASY"], link, "SED")
    assert "against" not in replication_of({"tab": "schedule", "tree": tree, "fields": fields})
    alone = replication_of({"tab": "race", "tree": tree, "fields": fields | {Id.AGAINST: ""}})
    assert alone["racers"] == list(SYSTEM.policies)[:4]
    offered = offer_replays(tree, [], "SED", "0", list(found.racers), {"against": link})
    assert offered[6] == ["A FCFS", "B EASY"]
    assert offered[7][0].startswith("A is this study")


@pytest.mark.parametrize(
    "name", ["backfilling-helps", "same-eight-jobs", "heymann-figure-4", "figure-5-counterexample"]
)
def test_it_is_drawn_and_told_in_every_family(name: str) -> None:
    """A study against itself: rows of one policy do the same, and have the name and the color of both."""
    scenario = EXAMPLES[name]
    policies = list(scenario.policies)[-2:]
    rows = [f"{side} {policy}" for policy in policies for side in "AB"]
    face, runs = FACES[scenario.family], FAMILIES[scenario.family].runs
    window = face.window("race", dict.fromkeys((*face.bar_fields, Id.ITERATION, Id.REPLAY_FIRST_JOB)))
    traces = {
        row: runs.trace(study.at(study.points()[point]), policy, 0, window)
        for row, (study, policy, point) in entrants(scenario, {"B": scenario}, 0, rows).items()
    }
    (draw,) = face.pictures["race"].figures.values()
    notes = [note.text for note in draw(traces, "dark").layout.annotations]
    assert [note.split(" ", 1)[1].removesuffix("</b>") for note in notes] == rows
    same = {row: traces[row] for row in rows[:2]}
    assert face.race_player(same)["parted"] == []
    assert face.race_player(traces)["racers"] == rows


def test_jobs_that_come_at_other_times_are_said() -> None:
    same, later = {0: 1.0, 1: 2.0}, {1: 2.5, 2: 3.0}
    assert arrivals_words([same, same, {}]) == ""
    assert "arrive at other times" in arrivals_words([same, same, later])


def test_up_to_four_studies_race_and_a_side_keeps_its_letter() -> None:
    links = ["", to_link(FASTER), to_link(SLOWER), to_link(FASTER)]
    others = others_of(SYSTEM, ",".join(links))
    assert list(others) == ["C", "D"]  # B is left out, and a fifth study is none
    rows = rows_of(["SED"], others)
    assert rows[:3] == ["A SED", "C SED", "D SED"]
    found = entrants(SYSTEM, others, 1, ["A SED", "C EASY", "D SED"])
    assert [study for study, _, _ in found.values()] == [SYSTEM, FASTER, SLOWER]
    assert "C is" in said(SYSTEM, others)[0]
    assert "D is" in said(SYSTEM, others)[0]
    assert list(others_of(SYSTEM, ",".join([to_link(OTHER_SEED), "nonsense", to_link(SLOWER)]))) == ["D"]


def test_studies_of_one_policy_each_race() -> None:
    one = changed(SYSTEM, policies=["SED"])
    asked = {"tab": "race", "against": to_link(changed(FASTER, policies=["EASY"]))}
    found = read_state(empty_result(one), asked)
    assert (found.tab, found.racers) == ("race", ("A SED", "B EASY"))
    assert read_state(empty_result(one), asked | {"against": ""}).tab != "race"
    shown = offer_tabs(one.model_dump(mode="json"), "SED", "race", asked=asked)
    assert "race" in shown[1]
