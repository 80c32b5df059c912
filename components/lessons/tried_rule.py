"""A rule that a student has written, in the scenario of its question."""

from components.lessons.asked import RuleQuestion
from components.lessons.measured import LessonError
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.rules.language import checked
from engine.rules.tree import RuleError
from engine.study.registry import read_scenario

LONGEST = 2.0
"""Seconds on one core that the study of a rule may be estimated at: a whole class checks at the same time."""


def with_rule(question: RuleQuestion, scenario: Scenario, text: str) -> Scenario:
    """The *scenario* of the question with *text* as the order of its own policy, and only the policies asked for.

    `RuleError` says what is wrong with the rule, `LessonError` that there is no such policy.
    """
    checked(text, "order")
    tree = scenario.model_dump(mode="json")
    own = [one for one in tree.get("own_policies", []) if one["name"] == question.policy]
    if not own:
        raise LessonError(f"the scenario has no own policy called {question.policy!r}")
    own[0]["order"] = text
    against = question.measured.against
    asked = {question.measured.policy, against.policy if against else ""}
    tree["policies"] = [name for name in tree["policies"] if name in asked]  # whoever checks waits for no others
    try:
        return read_scenario(tree)
    except ScenarioError as error:
        raise RuleError(0, str(error.rejections[0])) from None
