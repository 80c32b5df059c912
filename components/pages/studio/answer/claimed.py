"""What the curves tab says of a paper's claims: a sentence each below the picture and a table, empty without any."""

from components.controls.data_table import DataTable
from components.words.checks import quantity_of, range_of
from engine.papers.claims import Checked, Held, claims_on, tally
from engine.papers.finding import Finding
from engine.results.result import Result

SIGN = {
    Finding.REPRODUCED: "✓",
    Finding.PARTLY: "◐",
    Finding.HARDLY: "◔",
    Finding.NOT: "✕",
    Finding.UNDECIDED: "◇",
}


def describe_claims(result: Result) -> str:
    """What a paper claims of this study and what comes of it, a sentence each; "" where nothing is claimed."""
    return " ".join(_sentence(held) for held in claims_on(result))


def _sentence(held: Held) -> str:
    counts = tally(held.checked)
    found = counts.finding()
    still = f", {counts.open} {'is' if counts.open == 1 else 'are'} open" if counts.open else ""
    rest = f"{still}; {held.rest} more are of other examples" if held.rest else still
    # Other examples may bear out less of it, so one example alone never says that a claim is reproduced.
    verdict, sign = ("", "") if held.rest else (f"is {found.value}: ", f"{SIGN[found]} ")
    return (
        f"{sign}Claim {held.claim.name} ({held.claim.source}) “{held.claim.text}” {verdict}"
        f"{counts.holding} of {counts.asked} checks hold here{rest}."
    )


def table_of_claims(result: Result) -> DataTable:
    """Every check of every claim on this study: what is measured, between what it has to lie, and the outcome."""
    head = ["claim", "check", "measured, ± 95 %", "has to be", "outcome"]
    rows = [_row(held, one) for held in claims_on(result) for one in held.checked]
    return DataTable("Claims, check by check.", head, [list(row) for row in rows])


def _row(held: Held, one: Checked) -> tuple[str, str, str, str, str]:
    measured, wanted = range_of(one)
    return held.claim.name, f"{one.check.words}: {quantity_of(one.check)}", measured, wanted, one.outcome.value
