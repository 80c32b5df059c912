"""One question with the stored study that answers it."""

from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlencode

from components.figures.small.lines import draw_lines
from components.sketches.link import to_link
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.registry import EXAMPLES

Draw = Callable[[Result, str, tuple[str, ...], str], str]
"""(result, metric, policies, what is to be seen in words) -> SVG."""


class Question(NamedTuple):
    """A question, and where its answer is.

    Attributes
    ----------
    name
        Of its card in the address, "/questions#upgrade".
    words
        The question as somebody asks it who has read no paper.
    example
        The name of the example whose stored study answers it.
    metric, policies, draw
        What the small picture shows of it, and how. The Studio has the other policies as well.
    says
        (result) -> what is to be seen, in one line. Its numbers are read from the result.
    page
        What of the Studio is opened besides the metric, by the names in the address: a tab, a policy.
    """

    name: str
    words: str
    example: str
    metric: str
    policies: tuple[str, ...]
    says: Callable[[Result], str]
    draw: Draw = draw_lines
    page: tuple[tuple[str, str], ...] = ()

    @property
    def scenario(self) -> Scenario:
        """The study that answers it."""
        return EXAMPLES[self.example]

    @property
    def address(self) -> str:
        """The Studio with the answer, at the tab and the metric of the question."""
        return f"/?{urlencode({'s': to_link(self.scenario), 'metric': self.metric, **dict(self.page)})}"
