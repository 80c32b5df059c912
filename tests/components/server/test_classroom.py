"""What `dev class` makes of the waits that it measured."""

from components.server.classroom import _spread


def test_a_class_of_one_has_a_median_too() -> None:
    assert _spread([2.5]) == {"median": 2.5, "p95": 2.5, "longest": 2.5}
