"""Claims are a list, and one example alone never says that a claim of several examples is reproduced."""

from components.controls.claims import LONGEST_LINE, ClaimLine, create_claims
from components.pages.studio.answer.claimed import claim_lines, table_of_claims
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES


def line(example: str, name: str) -> ClaimLine:
    found = result_ahead(EXAMPLES[example])
    assert found is not None
    assert len(table_of_claims(found).body) > 1
    lines = claim_lines(found)
    assert sum(len(one.checks) for one in lines) == len(table_of_claims(found).body)
    return next(one for one in lines if one.source.startswith(f"{name}, "))


def test_a_claim_of_several_examples_is_only_counted() -> None:
    found = line("zhang-wl4", "Z2")
    assert found.sign == "?"
    assert "more are of other examples" in found.verdict
    assert "reproduced" not in found.verdict.lower()


def test_a_claim_of_one_example_has_its_finding_and_its_checks() -> None:
    found = line("zhang-saturation", "Z1")
    assert found.sign == "◐"
    assert found.verdict.startswith("Partly reproduced: ")
    assert " checks hold here" in found.verdict
    assert {check[0] for check in found.checks} <= set("✓✕?")
    assert all(", has to be " in check for check in found.checks)


def test_a_claim_stands_on_one_line_with_the_whole_of_it_behind() -> None:
    for fold in create_claims(
        [ClaimLine("✓", "short", "S6", "yes", ["a"]), ClaimLine("✕", "long " * 60, "Z1", "no", [])]
    ):
        summary = fold.children[0].children
        assert len(summary) <= LONGEST_LINE + 4
        assert summary == "✓ short" or fold.children[1].children == "long " * 60
