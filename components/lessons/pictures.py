"""The pictures that stand beside a lesson's paragraphs: how they are written in its file, and how each is drawn."""

import re
from collections.abc import Mapping, Sequence
from math import isnan
from typing import Annotated, Any, Literal

import yaml
from pydantic import Field, TypeAdapter, ValidationError, field_validator

from components.figures.passages.bars import draw_bars
from components.figures.passages.flow import draw_flow
from components.figures.passages.machines import Machines, draw_machines
from components.figures.passages.plot import draw_plot
from components.figures.passages.schedule import Span, draw_schedule
from components.figures.small.bars import draw_bars as draw_bars_of
from components.figures.small.lines import draw_lines as draw_lines_of
from components.lessons.asked import Short
from components.lessons.measured import LessonError
from components.words.wording import MISSING, capital, number, shown_metric
from engine.inputs.quantity import Strict
from engine.inputs.rejection import rejections
from engine.results.result import Result

MOST_MACHINES, MOST_ROWS = 60, 12
Name = Annotated[str, Field(min_length=1, max_length=40)]
Number = Annotated[float, Field(ge=-1e9, le=1e9)]
Place = tuple[Number, Number]
Results = Mapping[str, Result]

SPAN = re.compile(r"\s*(\S+) ([\d.]+)-([\d.]+)\s*")
SOME = re.compile(r"\s*(\d{1,2}) ([A-Za-z]{1,4}|-)\s*")


class Schedule(Strict):
    """Rows by their names, each with bars: "A 0-400, idle 400-500"; "unit" of the time axis, which ends at "until"."""

    kind: Literal["schedule"]
    title: Short
    unit: str = Field(default="s", max_length=10)
    until: float = Field(default=0.0, ge=0, le=1e9)
    rows: dict[Name, str] = Field(min_length=1, max_length=MOST_ROWS)

    @field_validator("rows")
    @classmethod
    def _are_bars(cls, rows: dict[str, str]) -> dict[str, str]:
        for row in rows.values():
            _spans(row)
        return rows

    def draw(self, _results: Results) -> str:
        """As SVG."""
        rows = {name: _spans(row) for name, row in self.rows.items()}
        return draw_schedule(self.title, rows, self.unit, self.until)


class MachinesPicture(Strict):
    """Groups by their names: "5 AB, 20 A, 5 -" are five machines shared by A and B, twenty of A and five idle ones."""

    kind: Literal["machines"]
    title: Short
    groups: dict[Name, str] = Field(min_length=1, max_length=MOST_ROWS)

    @field_validator("groups")
    @classmethod
    def _are_machines(cls, groups: dict[str, str]) -> dict[str, str]:
        if sum(some.number for group in groups.values() for some in _machines(group)) > MOST_MACHINES:
            raise ValueError(f"more than {MOST_MACHINES} machines cannot be told apart")
        return groups

    def draw(self, _results: Results) -> str:
        """As SVG."""
        return draw_machines(self.title, {name: _machines(group) for name, group in self.groups.items()})


class Bars(Strict):
    """Numbers by their names."""

    kind: Literal["bars"]
    title: Short
    unit: str = Field(default="", max_length=20)
    bars: dict[Name, Number] = Field(min_length=1, max_length=MOST_ROWS)

    def draw(self, _results: Results) -> str:
        """As SVG."""
        return draw_bars(self.title, self.bars, self.unit)


class Plot(Strict):
    """Lines by their names, through points [x, y]; of "marks" the height is told; "x" and "y" name the axes."""

    kind: Literal["plot"]
    title: str = Field(default="", max_length=120)
    x: Short
    y: Short
    lines: dict[str, Annotated[tuple[Place, ...], Field(min_length=2, max_length=60)]] = Field(
        min_length=1, max_length=3
    )
    marks: tuple[Place, ...] = Field(default=(), max_length=8)

    def draw(self, _results: Results) -> str:
        """As SVG."""
        return draw_plot(self.title, self.lines, self.marks, self.x, self.y)


class Flow(Strict):
    """Boxes from left to right; with "loop" it begins again."""

    kind: Literal["flow"]
    title: Short
    boxes: tuple[Name, ...] = Field(min_length=2, max_length=4)
    loop: bool = False

    def draw(self, _results: Results) -> str:
        """As SVG."""
        return draw_flow(self.title, self.boxes, self.loop)


class Answer(Strict):
    """A metric of a scenario that reveals the prediction: curves over its sweep, or bars at the point "at"."""

    kind: Literal["answer"]
    metric: str
    scenario: str = ""
    policies: tuple[str, ...] = ()
    at: float | None = None

    def draw(self, results: Results) -> str:
        """As SVG; nothing while the result is not known."""
        found = results.get(self.scenario)
        if found is None:
            return ""
        policies = self.policies or tuple(found.scenario.policies)
        vary = found.scenario.study.vary
        if vary is not None and self.at is None:
            return draw_lines_of(found, self.metric, policies, self._told(found, policies, range(len(vary.values))))
        point = vary.values.index(self.at) if vary is not None and self.at in vary.values else 0
        return draw_bars_of(found, self.metric, policies, self._told(found, policies, [point]), point)

    def _told(self, found: Result, policies: Sequence[str], points: Sequence[int]) -> str:
        """The means in words."""
        words = shown_metric(self.metric, found)
        told = []
        for policy in policies:
            means = [found.estimate(point, policy, self.metric).mean * words.scale for point in points]
            told.append(f"{policy} {', '.join(MISSING if isnan(one) else number(one, 2) for one in means)}")
        return f"{capital(words.axis)}: {'; '.join(told)}."


Picture = Annotated[Schedule | MachinesPicture | Bars | Plot | Flow | Answer, Field(discriminator="kind")]
READ: TypeAdapter[Picture] = TypeAdapter(Picture)


def read_picture(text: str) -> dict[str, Any]:
    """{name: picture} of what a block of a lesson's text says, which may have "stages" that its words show; one without
    a name otherwise. `LessonError` says what is wrong with it."""
    try:
        tree = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise LessonError(f"a picture is not YAML: {getattr(error, 'problem', error)}") from None
    if not isinstance(tree, dict):
        raise LessonError("a picture has to be a list of names with values")
    stages = tree.pop("stages", {"": {}})
    if not isinstance(stages, dict) or not stages or not all(isinstance(one, dict) for one in stages.values()):
        raise LessonError("stages: the names of stages are expected, each with what differs in it")
    try:
        return {str(name): READ.validate_python(_tuples(tree | change)) for name, change in stages.items()}
    except ValidationError as error:
        reasons = "; ".join(str(reason) for reason in rejections(error))
        raise LessonError(f"picture “{tree.get('title', tree.get('metric', ''))}”: {reasons}") from None


def _tuples(tree: Any) -> Any:
    """Lists as the tuples that strict models want, and whole numbers as they are."""
    if isinstance(tree, dict):
        return {str(key): _tuples(value) for key, value in tree.items()}
    return tuple(map(_tuples, tree)) if isinstance(tree, list) else tree


def _spans(row: str) -> tuple[Span, ...]:
    found = []
    for text in filter(str.strip, row.split(",")):
        match = SPAN.fullmatch(text)
        if match is None or float(match[2]) > float(match[3]):
            raise ValueError(f'"{text.strip()}" is no bar; "A 0-400" is one')
        found.append(Span(match[1], float(match[2]), float(match[3])))
    return tuple(found)


def _machines(group: str) -> tuple[Machines, ...]:
    found = []
    for text in group.split(","):
        match = SOME.fullmatch(text)
        if match is None:
            raise ValueError(f'"{text.strip()}" is no number of machines with their jobs; "5 AB" or "5 -" is one')
        found.append(Machines(int(match[1]), () if match[2] == "-" else tuple(match[2])))
    return tuple(found)
