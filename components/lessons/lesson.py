"""A lesson: what its file has to hold, and its scenarios."""

from functools import cached_property
from typing import Any

import orjson
from pydantic import Field, ValidationError

from components.lessons.asked import CurvePrediction, OrderingPrediction, Prediction, Question, Short, Words
from components.lessons.measured import LessonError, Measured, unknown_paths
from components.lessons.passages import answers_in, read_passages
from engine.inputs.paths import put
from engine.inputs.quantity import Strict
from engine.inputs.rejection import ScenarioError, rejections
from engine.inputs.scenario import Scenario
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, read_scenario


class Variant(Strict):
    """A scenario of the lesson: an example, or a scenario of its own, with some fields set to other values.

    Attributes
    ----------
    example, scenario : the one or the other: the name of an example, or a whole scenario
    set : {path: value}, put in one after the other; a value may be a whole part
    """

    title: Short
    example: str = ""
    scenario: dict[str, Any] | None = None
    set: dict[str, Any] = Field(default_factory=dict)


class Show(Strict):
    """What the Studio opens with: a tab, a metric, and the value of the varied field that the text names."""

    tab: str = "curves"
    metric: str = ""
    at: float | None = None


class Front(Strict):
    """The front matter of a lesson's file."""

    title: Short
    topic: Short
    order: float = Field(description="Place in the list of lessons.")
    minutes: int = Field(ge=1, le=180)
    aim: Words
    source: Words
    scenarios: dict[str, Variant] = Field(min_length=1, max_length=6)
    unlocked: tuple[str, ...] = Field(min_length=1, max_length=12)
    show: Show = Show()
    prediction: Prediction
    questions: tuple[Question, ...] = Field(min_length=2, max_length=4)


class Sections(Strict):
    """The sections of a lesson's text, in Markdown."""

    background: str = Field(min_length=1, max_length=20_000)
    run: str = Field(min_length=1, max_length=20_000)
    explanation: str = Field(min_length=1, max_length=20_000)


class Lesson:
    """One lesson, read and checked.

    Attributes
    ----------
    name : of its file; part of its address
    front, text : what the file says
    background, explanation : those sections in passages with their pictures
    scenarios : validated, by their names, in the order of the file; the first one is what the Studio opens with
    """

    def __init__(self, name: str, front: dict[str, Any], sections: dict[str, str]) -> None:
        try:
            self.front = Front.model_validate_json(orjson.dumps(front))
            self.text = Sections.model_validate(sections)
        except ValidationError as error:
            raise LessonError("; ".join(str(reason) for reason in rejections(error))) from None
        self.name = name
        self.scenarios = {key: _scenario(key, variant) for key, variant in self.front.scenarios.items()}
        self.background = read_passages(self.text.background)
        self.explanation = read_passages(self.text.explanation)
        self._check_pictures()
        _ = self.point_shown  # which refuses a value that is not studied
        if lost := unknown_paths(self.start.model_dump(mode="json"), self.front.unlocked):
            raise LessonError(f"unlocked: the first scenario has no {', '.join(lost)}")
        if "study.vary" in self.front.unlocked and self.start.study.vary is None:
            raise LessonError("unlocked: the first scenario varies no field, so it has no study.vary")
        for wanted in self.measured:
            if missing := {one for one in wanted.scenarios if one} - self.scenarios.keys():
                raise LessonError(f"measured: the lesson has no scenario called {', '.join(missing)}")
        _ = self.curve_values  # which refuses a curve over nothing

    @property
    def start(self) -> Scenario:
        """The scenario that the Studio opens with."""
        return next(iter(self.scenarios.values()))

    def _check_pictures(self) -> None:
        if answers_in(self.background):
            raise LessonError("background: a picture of an answer gives away what is to be predicted")
        for one in answers_in(self.explanation):
            name = one.scenario or next(iter(self.scenarios))
            if name not in self.needed():
                raise LessonError(f"explanation: {name} is no scenario that reveals the prediction")
            known = self.scenarios[name]
            if lost := [policy for policy in one.policies if policy not in known.policies]:
                raise LessonError(f"explanation: {name} has no policy called {', '.join(lost)}")
            if one.metric not in StudyPlan(known).metric_names():
                raise LessonError(f"explanation: {name} has no metric called {one.metric}")

    @property
    def point_shown(self) -> int | None:
        """The number of the point of the first scenario at which a replay opens; None for the usual one."""
        at, vary = self.front.show.at, self.start.study.vary
        if at is None:
            return None
        if vary is None or at not in vary.values:
            allowed = ", ".join(f"{one:g}" for one in vary.values) if vary else "nothing, as it varies no field"
            raise LessonError(f"show.at: the first scenario studies {allowed}, and not {at:g}")
        return vary.values.index(at)

    @property
    def predicted(self) -> list[Measured]:
        """What the prediction is held against, one number or one for each entry."""
        asked = self.front.prediction
        return [one.measured for one in asked.entries] if isinstance(asked, OrderingPrediction) else [asked.measured]

    @cached_property
    def measured(self) -> list[Measured]:
        """Everything that the lesson asks the engine for."""
        return [*self.predicted, *(found for one in self.front.questions if (found := getattr(one, "measured", None)))]

    def needed(self) -> list[str]:
        """Names of the scenarios whose results reveal the prediction, in the order of the lesson."""
        names = {name for one in self.predicted for name in one.scenarios}
        first = next(iter(self.scenarios))
        return [name for name in self.scenarios if name in names or ("" in names and name == first)]

    @property
    def curve_values(self) -> tuple[float, ...]:
        """The places at which a curve is sketched; none if the prediction is no curve."""
        asked = self.front.prediction
        if not isinstance(asked, CurvePrediction):
            return ()
        vary = self.sketched.study.vary
        if vary is None:
            raise LessonError("prediction: a curve needs a study that varies a field")
        return vary.values

    @property
    def sketched(self) -> Scenario:
        """The scenario over whose sweep a curve is sketched."""
        return self.scenarios.get(self.predicted[0].scenario, self.start)


def _scenario(key: str, variant: Variant) -> Scenario:
    if variant.example and variant.example not in EXAMPLES:
        raise LessonError(f"scenarios.{key}.example: there is no example called {variant.example!r}")
    if bool(variant.example) == (variant.scenario is not None):
        raise LessonError(f"scenarios.{key}: give either an example or a scenario")
    try:
        tree = (EXAMPLES[variant.example] if variant.example else read_scenario(variant.scenario)).model_dump(
            mode="json"
        )
        for path, value in variant.set.items():
            put(tree, path, value)
        return read_scenario(tree | {"title": variant.title, "notes": ""})
    except ScenarioError as error:
        raise LessonError(f"scenarios.{key}: {error}") from None
    except (KeyError, IndexError, ValueError, TypeError):
        raise LessonError(f"scenarios.{key}.set: the scenario has no {path}") from None
