"""The parts of a rule: told in its own spelling, and together they are the rule."""

from math import fsum, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.folding import folded
from engine.rules.language import checked
from engine.rules.names import NAMES
from engine.rules.parts import parts_of, text_of
from engine.rules.tree import RuleError
from engine.rules.value import value
from tests.engine.rules.generated import ORDERS


@pytest.mark.parametrize(
    ("rule", "parts"),
    [
        ("1000 * min(wait / 7 d, 1) + 500 * fair - size", ["1000 * min(wait / 604800, 1)", "500 * fair", "-size"]),
        ("-(size * log10(estimate) + 870 * log10(submit))", ["-(size * log10(estimate))", "-(870 * log10(submit))"]),
        ("(wait / estimate)^3 * size", ["(wait / estimate)^3", "size"]),
        ("if(wait > 2 d, 1e12 + wait, -area)", ["wait > 172800", "1000000000000 + wait", "-area"]),
        ("size", []),
        ("-area + 5", ["-area"]),
    ],
)
def test_a_rule_is_told_by_what_stands_below_its_root(rule: str, parts: list[str]) -> None:
    assert [text_of(part) for part in parts_of(folded(checked(rule, "order")))] == parts


@given(st.lists(ORDERS, min_size=2, max_size=4), st.floats(0.5, 1e4), st.booleans())
def test_the_parts_of_a_sum_add_up_to_it(terms: list[str], name: float, minus: bool) -> None:
    names = {one: name + number for number, one in enumerate(NAMES)}
    try:
        tree = folded(checked((" - " if minus else " + ").join(f"({term})" for term in terms), "order"))
    except RuleError:  # too large, or a yes or no is added
        return
    every = [value(part, names) for part in parts_of(tree, with_numbers=True)]
    largest = max((abs(one) for one in every), default=0.0)
    if tree.operation in ("+", "-") and largest < 1e150:
        assert isclose(fsum(every), value(tree, names), rel_tol=1e-9, abs_tol=1e-9 * largest)
