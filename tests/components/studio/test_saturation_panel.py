"""Below curves over a load: what is said where there is no search for where policies saturate."""

from components.pages.studio.answer.saturation_panel import create_saturation
from components.visits.saturated import refusal_of, search_of
from engine.study.registry import EXAMPLES


def test_a_search_that_is_too_long_is_refused_in_a_sentence_below_the_curves() -> None:
    """Failure: no word, as if one had forgotten to ask, or a button that does nothing."""
    long = EXAMPLES["zhang-load"]
    button, words = create_saturation(long, search_of(long), [], refusal_of(long))
    assert button.className == "hidden"
    assert words.children.startswith("Where each policy saturates is not sought: the search would take about")
    assert words.children.endswith("fewer policies help.")


def test_where_there_is_a_search_or_no_load_nothing_is_refused() -> None:
    for name in ("schnor-system-1", "zhang-skewness", "zhang-mpl-wl4", "heymann-table-1"):
        assert refusal_of(EXAMPLES[name]) == ""
