"""Lists of numbers as people type them."""

import pytest

from components.controls.values import ValuesError, format_values, parse_numbers, parse_values


def test_a_table_is_read_in_the_order_typed() -> None:
    assert parse_numbers("1, 8; 4\n2.5") == [1, 8, 4, 2.5]
    assert [type(one) for one in parse_numbers("2.0, 0.5")] == [int, float]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1, 2;3", [1, 2, 3]),
        ("0.2 to 0.8 step 0.2", [0.2, 0.4, 0.6, 0.8]),
        ("3, 1, 1..2 by 0.5", [1, 1.5, 2, 3]),
        ("1e-3", [0.001]),
    ],
)
def test_values_are_read_as_lists_and_ranges(text: str, values: list[float]) -> None:
    assert parse_values(text) == values
    assert parse_values(format_values(values)) == values


@pytest.mark.parametrize(
    "text", ["", "a", "1 to 9", "0 to 1 step 0", "0 to 1e9 step 1", "nan", "1e999999", "__import__"]
)
def test_values_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(ValuesError):
        parse_values(text)
