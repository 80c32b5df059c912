"""One example alone never says that a claim of several examples is reproduced."""

from components.pages.studio.answer.claimed import describe_claims, table_of_claims
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES


def sentence(example: str) -> str:
    found = result_ahead(EXAMPLES[example])
    assert found is not None
    assert len(table_of_claims(found).body) > 1
    return describe_claims(found)


def test_a_claim_of_several_examples_is_only_counted() -> None:
    text = sentence("zhang-wl4")
    assert "Claim Z2" in text
    assert "more are of other examples" in text
    assert "reproduced" not in text


def test_a_claim_of_one_example_has_its_finding() -> None:
    text = sentence("zhang-saturation")
    assert "◐ Claim Z1" in text
    assert "is partly reproduced: " in text
    assert " checks hold here" in text
