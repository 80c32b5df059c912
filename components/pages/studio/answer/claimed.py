"""What the curves tab says of a paper's claims: a list below the picture and a table, empty without any."""

from components.controls.claims import ClaimLine
from components.controls.data_table import DataTable
from components.words.checks import SIGNS, check_words, quantity_of, range_of
from components.words.wording import capital
from engine.papers.claims import Checked, Held, claims_on, tally
from engine.results.result import Result

UNSURE = "?"
"""Of a claim of several examples: one alone never says that it is reproduced, since others may bear out less of it."""


def claim_lines(result: Result) -> list[ClaimLine]:
    """What a paper claims of this study and what comes of it, a line each; none where nothing is claimed."""
    return [_line(held) for held in claims_on(result)]


def _line(held: Held) -> ClaimLine:
    counts = tally(held.checked)
    still = f", {counts.open} {'is' if counts.open == 1 else 'are'} open" if counts.open else ""
    rest = f"; {held.rest} more are of other examples" if held.rest else ""
    finding = counts.finding()
    verdict = "" if held.rest else f"{capital(finding.value)}: "
    return ClaimLine(
        UNSURE if held.rest else SIGNS[finding],
        held.claim.text,
        f"{held.claim.name}, {held.claim.source}",
        f"{verdict}{counts.holding} of {counts.asked} checks hold here{still}{rest}.",
        [check_words(one) for one in held.checked],
    )


def table_of_claims(result: Result) -> DataTable:
    """Every check of every claim on this study: what is measured, between what it has to lie, and the outcome."""
    head = ["claim", "check", "measured, ± 95 % together", "has to be", "outcome"]
    rows = [_row(held, one) for held in claims_on(result) for one in held.checked]
    return DataTable("Claims, check by check.", head, [list(row) for row in rows])


def _row(held: Held, one: Checked) -> tuple[str, str, str, str, str]:
    measured, wanted = range_of(one)
    return held.claim.name, f"{one.check.words}: {quantity_of(one.check)}", measured, wanted, one.outcome.value
