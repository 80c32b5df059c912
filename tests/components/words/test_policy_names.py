"""A policy that is called after a figure of its paper is shown by what it does; scenarios and results keep its name."""

import pytest

from components.pages.studio.shown_policies import create_chips
from components.words.policy_names import SHOWN, policy_choices, policy_name, with_policy_names
from components.words.verdicts.headline import LONGEST
from components.words.verdicts.verdict import verdict
from engine.study.registry import FAMILIES
from engine.study.run import run_study

POLICIES = [policy for family in FAMILIES.values() for policy in family.policies.values()]


def test_no_policy_is_shown_by_the_number_of_a_figure() -> None:
    assert policy_name("Figure 5") == "Add While It Pays"
    assert not [one.name for one in POLICIES if policy_name(one.name).lower().startswith(("figure", "table"))]


def test_no_two_policies_of_a_family_are_shown_alike() -> None:
    for family in FAMILIES.values():
        assert len({policy_name(name) for name in family.policies}) == len(family.policies)
    assert not set(SHOWN.values()) & {one.name for one in POLICIES}  # else one would stand for another


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A Figure 5 − Prefix Scan", "A Add While It Pays − Prefix Scan"),
        ("Figure 5: processors, ± 95 %", "Add While It Pays: processors, ± 95 %"),
        ("Peterson & Chamberlain 1996, figure 5", "Peterson & Chamberlain 1996, figure 5"),
        ("Figure 50", "Figure 50"),
    ],
)
def test_only_the_name_itself_is_replaced(text: str, shown: str) -> None:
    assert with_policy_names(text) == shown


def test_menus_and_chips_keep_the_name_of_scenarios_as_their_value() -> None:
    assert policy_choices(["Figure 5"]) == [{"value": "Figure 5", "label": "Add While It Pays"}]
    (chip,) = create_chips(["Figure 5"]).children
    assert (chip.value, chip.children) == ("Figure 5", "■ Add While It Pays")


def test_a_verdict_is_as_short_as_ever() -> None:
    example = FAMILIES["synchronous-iterative"].examples["figure-5-counterexample"]
    found = run_study(example)
    for metric in found.names:
        said = verdict(found, metric)
        assert len(said.short) <= LONGEST
        assert "Figure 5" not in " ".join((said.short, *said.more))
        assert "Add While It Pays" in " ".join((said.short, *said.more))
