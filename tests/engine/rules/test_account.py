"""What is said of rules before they are run."""

import pytest
from hypothesis import given

from engine.rules.account import KINDS, account_of, hints
from engine.rules.language import canonical, checked
from engine.rules.parsing import parse
from engine.rules.tree import RuleError
from tests.engine.rules.generated import ORDERS


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wait + size", "adds seconds to processors, in wait + size."),
        ("wait - area", "subtracts processor-seconds from seconds, in wait - area."),
        ("min(wait, size)", "takes the least of seconds and processors, in min(wait, size)."),
        ("if(wait > size, 1, 2)", "compares seconds with processors, in wait > size."),
        ("if(size > 2 h, 1, 2)", "compares processors with seconds, in size > 7200."),
        ("estimate^2 + estimate", "adds seconds^2 to seconds, in estimate^2 + estimate."),
        ("wait / size + fair", "adds seconds / processors to plain numbers, in wait / size + fair."),
    ],
    ids=["sum", "difference", "least", "comparison", "typed unit", "power", "quotient"],
)
def test_units_that_do_not_fit_are_said(text: str, said: str) -> None:
    assert hints(parse(text)) == [said]


@pytest.mark.parametrize(
    "text",
    [
        *("-submit", "wait + estimate", "estimate * size + area", "(wait + estimate) / estimate", "wait + 3"),
        *("1000 * wait + size", "if(wait > 2 d, 1e12 + wait, -area)", "log10(estimate) * size + 870 * log10(submit)"),
    ],
    ids=["one", "seconds", "areas", "quotient", "a number", "weighed", "branches", "logarithms"],
)
def test_units_that_fit_or_that_nobody_knows_are_not_said(text: str) -> None:
    assert hints(parse(text)) == []


def test_the_account_says_what_how_and_how_often() -> None:
    told = account_of("(wait / estimate)^3", "order")
    assert told.words == "First: the job with the largest (wait / estimate)^3; this changes while jobs wait."
    assert (told.kind, told.operations) == ("moving", 2)
    assert told.cost == "Moving: asked for every waiting job at each pass. 2 operations."
    assert told.names == ["estimate", "wait"]


def test_who_is_admitted_is_asked_at_arrivals() -> None:
    told = account_of("size <= 2 * 2", "admit")
    assert told.words == "A job is taken if, when it arrives, size <= 2 * 2."
    assert told.cost == "Asked once, when a job arrives. 1 operation."


@given(ORDERS)
def test_every_rule_has_an_account(text: str) -> None:
    try:
        checked(text, "order")
    except RuleError:
        return
    told = account_of(text, "order")
    assert told.canonical == canonical("order", text)
    assert told.kind in KINDS
    assert told.words[0].isupper()
    assert told.words.endswith(".")
    assert all(hint.endswith(".") for hint in told.hints)
