"""What the methods of a page say of the log that was replayed: how it was cleaned, its head, whom it acknowledges."""

from components.visits.answers import UnavailableError, answer_of, heard_of
from components.words.cleaned import acknowledged, cleaning_words, heading
from engine.inputs.scenario import Scenario
from engine.logs.cleaning.draft import Row
from engine.logs.head import Head

NOT_NOW = "How the log was cleaned, and whom it asks to acknowledge, is told on the tab Log."


def log_lines(scenario: Scenario) -> list[str]:
    """Sentences for the methods; none of jobs that are not those of a log. The head is told as long as it is known."""
    if not scenario.replayed:
        return []
    try:
        report = [Row(**row) for row in answer_of("recorded", scenario)["report"]]
        labels = heard_of(scenario).get("head", [])
    except UnavailableError:
        return [NOT_NOW]
    head = Head(tuple((label, value) for label, value in labels))
    return [cleaning_words(report), *heading(head), *acknowledged(head)]
