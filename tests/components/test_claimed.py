"""One example alone never says that a claim of several examples is reproduced."""

from components.pages.studio.claimed import describe_claims, table_of_claims
from engine.ahead import result_ahead
from engine.registry import EXAMPLES


def sentence(example: str) -> str:
    found = result_ahead(EXAMPLES[example])
    assert found is not None
    assert len(table_of_claims(found).body) > 1
    return describe_claims(found)


def test_a_claim_of_several_examples_is_only_counted() -> None:
    text = sentence("zhang-heuristics-wl8")
    assert "Claim Z10" in text
    assert "more are of other examples" in text
    assert "reproduced" not in text


def test_a_claim_of_one_example_has_its_finding() -> None:
    assert "Claim Z5" in sentence("zhang-skewness")
    assert "is reproduced: 6 of 6 checks hold here." in sentence("zhang-skewness")
