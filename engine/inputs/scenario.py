"""A scenario: one family, its inputs and the study to be made of them. Strict, versioned, canonical, hashed.

Every family extends `Scenario` with its own parts; what is here is common to all of them.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Annotated, Any, ClassVar, Literal, Self

import numpy as np
import orjson
from pydantic import AfterValidator, Field, ValidationError, model_validator

from engine import ENGINE_VERSION
from engine.inputs.compact import name_kinds
from engine.inputs.measurement import Measurement
from engine.inputs.of_strangers import plain, plain_lines
from engine.inputs.paths import leaves, put, value_at
from engine.inputs.quantity import Strict, choice
from engine.inputs.rejection import Reason, Rejection, ScenarioError, rejections
from engine.inputs.selection import MOST_ALTERNATIVES
from engine.inputs.sweep import MAXIMUM_POINTS, UNASKED, Axis, Study, Vary

UNNAMED_OF_ALL: Mapping[str, Mapping[str, Any]] = {
    "study.selection": {"constraints": []},
    "study": {"goal": None, "selection": None, "breaking": None},
}

MAXIMUM_BYTES = 640_000
"""Longest scenario that is read at all: a list of 2,000 jobs. The largest example has about 2,000 bytes."""


class Scenario(Strict):
    """What every family's scenario has. Read one with `engine.study.registry.read_scenario`."""

    version: Literal[1] = choice("Version", "Version of the scenario format.", 1)
    title: Annotated[str, AfterValidator(plain)] = Field(
        "", max_length=120, title="Title", description="What the page and the link call it."
    )
    notes: Annotated[str, AfterValidator(plain_lines)] = Field(
        "", max_length=2000, title="Notes", description="Free text that travels with the scenario."
    )
    family: str
    policies: tuple[str, ...]
    measurement: Measurement = Field(
        default_factory=Measurement, title="Measurement", description="How the metrics are taken."
    )
    study: Study = Field(default_factory=Study)

    AXES: ClassVar[Mapping[str, Axis]] = {}
    """Quantities that a study can vary though they are no fields: a value of theirs is put into other fields."""

    UNBOUNDED: ClassVar[frozenset[str]] = frozenset()
    """Metrics that can be above their greatest value in this family."""

    UNNAMED: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """{path of a part: {field: value}} that content names leave out: fields that came when contents had names already,
    at the value that they had before there was a choice; of a list, in each of its entries. Of every family
    `UNNAMED_OF_ALL`."""

    @property
    def is_random(self) -> bool:
        """Whether replications differ."""
        return True

    @property
    def blocks(self) -> int:
        """Into how many blocks its one replay is cut, which then are the replications; 0 if replications are runs."""
        return 0

    @property
    def fewest_together(self) -> int:
        """Where replications are runs that are only told together, and computed with the first: the fewest; else 0."""
        return 0

    @property
    def log(self) -> str:
        """The name of the log that whoever simulates has to have; "" if none, or if it is in here."""
        return ""

    @property
    def replayed(self) -> str:
        """The name of the log that its replications are parts of, or are made of; "" if all is drawn."""
        return ""

    @property
    def ends(self) -> bool:
        """Whether its jobs are a given few, so that no queue could settle or grow."""
        return False

    @property
    def most_points(self) -> int:
        """Of its study: each is read and kept, and with it all that is in the scenario."""
        return MAXIMUM_POINTS

    @property
    def fewest_jobs(self) -> int:
        """With fewer jobs a replication says nothing about the study; 0 if any number says something."""
        return 0

    def canonical(self) -> bytes:
        """The scenario as canonical JSON: sorted keys, no spaces, every field spelt out."""
        return orjson.dumps(self.model_dump(mode="json"), option=orjson.OPT_SORT_KEYS)

    def compact(self) -> bytes:
        """Canonical JSON without the fields that have their default value; what a link carries."""
        tree = self.model_dump(mode="json", exclude_defaults=True)
        name_kinds(self, tree)
        return orjson.dumps({"version": self.version, "family": self.family, **tree}, option=orjson.OPT_SORT_KEYS)

    def content_hash(self) -> str:
        """32 hexadecimal digits that name what is computed: title and notes do not count, the engine version does."""
        return content_hash(self.named_by({"title", "notes"}))

    def named_by(self, exclude: set[str]) -> dict[str, Any]:
        """What a name of contents is made of: the JSON tree without *exclude*, and without what once was no choice."""
        tree = self.model_dump(mode="json", exclude=exclude)
        for path, fields in (*UNNAMED_OF_ALL.items(), *self.UNNAMED.items()):
            part = (value_at(tree, path) if path.split(".")[0] in tree else {}) or {}
            for one in part if isinstance(part, list) else [part]:
                for name in [name for name, value in one.items() if fields.get(name, ...) == value]:
                    del one[name]
        return tree

    def named_policy(self, policy: str) -> Any:
        """What a name of contents says of a *policy*."""
        return policy

    def is_of_the_whole(self, metric: str, values: np.ndarray) -> bool:
        """Whether a *metric*, of which replications have these *values* (float64 (R,), NaN where missing), is one
        number that all of them repeat: there is no interval then.
        """
        return False

    def points(self) -> list[dict[str, float]]:
        """The points of the sweep, {path: value} each; one empty point when nothing is varied.

        Of two varied fields the first one changes faster. Of a search for the worst point those that were tested, or
        the start.
        """
        if (searched := self.study.searched) is not None:
            return [self.searched_point(number) for number in searched.tested or (searched.start,)]
        fields = [vary.field for vary in self.study.sweep]
        values = [vary.values for vary in self.study.sweep]
        return [dict(zip(fields, reversed(point), strict=True)) for point in product(*reversed(values))]

    def searched_point(self, number: int) -> dict[str, float]:
        """A point of the search for the worst one, by its number: {path: value} of each range."""
        searched = self.study.searched
        if searched is None:
            raise ValueError("no policy is to be broken over ranges")
        if number == searched.start:
            present = self.sweepable()
            return {one.field: float(present[one.field]) for one in searched.ranges}
        steps = searched.place(number)
        return {one.field: one.values[step] for one, step in zip(searched.ranges, steps, strict=True)}

    def corners(self) -> list[dict[str, float]]:
        """The ends of the ranges of such a search, each with each."""
        ranges = self.study.searched.ranges if self.study.searched else ()
        return [
            dict(zip((one.field for one in ranges), ends, strict=True))
            for ends in product(*((one.values[0], one.values[-1]) for one in ranges))
        ]

    def at(self, point: dict[str, float]) -> Self:
        """This scenario with the values of *point* put in and no sweep: what one cell simulates."""
        put_in = orjson.dumps(point, option=orjson.OPT_SERIALIZE_NUMPY)  # 1 and 1.0 are different values
        return _at(type(self), _unasked(self), put_in)  # type: ignore[return-value]

    def tested_at(self, values: Sequence[float]) -> Self:
        """Of a scenario with a goal, the sweep over those of its values that were tested; it keeps its goal. Of a
        search for the worst point, the points with these numbers."""
        goal = self.study.goal
        if (searched := self.study.searched) is not None:
            tested = searched.model_copy(update={"tested": tuple(int(number) for number in values)})
            return self.model_copy(update={"study": self.study.model_copy(update={"breaking": tested})})
        if goal is None:
            raise ValueError("without a goal nothing is tested")
        vary = Vary.model_construct(field=goal.field, values=tuple(values))
        return self.model_copy(update={"study": self.study.model_copy(update={"vary": vary})})

    @property
    def as_asked(self) -> Self:
        """Of what `tested_at` gives, the scenario that somebody has asked; any other one is that."""
        study = self.study
        if (searched := study.searched) is not None:
            study = study.model_copy(update={"breaking": searched.model_copy(update={"tested": ()})})
        elif study.goal is not None:
            study = study.model_copy(update={"vary": None})
        return self if study is self.study else self.model_copy(update={"study": study})

    @property
    def tested(self) -> tuple[float, ...]:
        """Of what `tested_at` gives, the values."""
        if (searched := self.study.searched) is not None:
            return searched.tested
        return self.study.vary.values if self.study.goal is not None and self.study.vary is not None else ()

    def at_seed(self, seed: int) -> Self:
        """The same with other random numbers."""
        tree = self.model_dump(mode="json")
        tree["study"]["seed"] = seed
        return self.read(tree)

    @classmethod
    def read(cls, tree: Any) -> Self:
        """A validated scenario from a JSON tree; `ScenarioError` says where it is wrong and what is allowed."""
        text = _as_json(tree)
        try:
            found = cls.model_validate_json(text)
        except ValidationError as error:
            raise ScenarioError(rejections(error)) from None
        if isinstance(text, str):
            _as_json(found.model_dump(mode="json"), has_long_numbers=False)
        return found

    @model_validator(mode="after")
    def _something_is_left_after_the_warm_up(self) -> Self:
        jobs = getattr(getattr(self, "workload", None), "jobs", None)
        left_out = getattr(self.measurement.warm_up, "jobs", 0)
        if jobs is not None and left_out >= jobs:
            raise Rejection(
                "measurement.warm_up.jobs", f"{left_out} of {jobs} jobs are left out; at least one has to be left"
            )
        return self

    @model_validator(mode="after")
    def _every_point_is_valid(self) -> Self:
        if not self.study.sweep:
            return self
        if (points := len(self.points())) > self.most_points:
            sentence = (
                f"{points} points are too many for a list of so many jobs; at most {self.most_points} are allowed"
            )
            raise Rejection(f"study.{self.study.named_sweep[-1][0]}.values", sentence)
        for name, vary in self.study.named_sweep:
            if vary.field not in self.sweepable():
                raise Rejection(f"study.{name}.field", f'"{vary.field}" is not a numeric field of this scenario')
        try:
            self.at({})
        except ScenarioError as error:
            raise Rejection(*error.rejections[0]) from None
        self._refuse_an_axis_beside_what_it_replaces()
        for point in self.points():
            self._check(point)
        return self

    @model_validator(mode="after")
    def _what_is_broken_is_there(self) -> Self:
        breaking = self.study.breaking
        if breaking is None:
            return self
        if not self.is_random and self.study.searched is not None:
            raise Rejection("study.breaking.search", "nothing is random here; only the smallest example can be sought")
        if self.study.searched is None:
            return self
        for name in ("policy", "against"):
            if getattr(breaking, name) not in self.policies:
                allowed = ", ".join(self.policies)
                sentence = f'"{getattr(breaking, name)}" is no policy of this study; allowed is {allowed}'
                raise Rejection(f"study.breaking.{name}", sentence)
        if self.blocks or self.fewest_together:
            sentence = "parts of one log are no independent replications; seek the smallest example, or draw the jobs"
            raise Rejection("study.breaking.search", sentence)
        self._check_ranges()
        return self

    def _check_ranges(self) -> None:
        """Every end of every range with every other one has to be allowed; points within that are not are left out."""
        ranges = self.study.searched.ranges if self.study.searched else ()
        there = self.sweepable()
        for n, one in enumerate(ranges):
            where, axis = f"study.breaking.ranges.{n}.field", self.AXES.get(one.field)
            if one.field not in there:
                raise Rejection(where, f'"{one.field}" is not a numeric field of this scenario')
            # What an axis stands for follows from it; of two axes for the same field one would undo the other.
            for other in ranges:
                of_other = self.AXES.get(other.field)
                same = other is not one and of_other is not None and axis is not None
                if axis is not None and (
                    other.field in (axis.replaces, axis.or_replaces)
                    or (same and of_other is not None and of_other.replaces == axis.replaces)
                ):
                    raise Rejection(where, f'"{one.field}" and "{other.field}" cannot both be given; leave one out')
        for corner in self.corners():
            try:
                self.at(corner)
            except ScenarioError as error:
                reason = error.rejections[0]
                fields = [one.field for one in ranges]
                n = fields.index(reason.path) if reason.path in corner else 0
                end = "low" if corner[fields[n]] == ranges[n].values[0] else "high"
                words = " and ".join(f"{path} = {value:g}" for path, value in corner.items())
                sentence = reason.sentence if reason.path in corner else f"with {words}, {reason}"
                raise Rejection(f"study.breaking.ranges.{n}.{end}", sentence) from None

    @model_validator(mode="after")
    def _not_too_many_alternatives(self) -> Self:
        if self.study.selection is not None:
            alternatives = len(self.points()) * len(self.policies)
            if alternatives > MOST_ALTERNATIVES:
                sentence = f"there are {alternatives:,} alternatives; at most {MOST_ALTERNATIVES} are allowed"
                raise Rejection("study.selection", sentence)
            if alternatives < 2:
                raise Rejection("study.selection", "there is only one alternative; vary a field or add a policy")
        return self

    def _refuse_an_axis_beside_what_it_replaces(self) -> None:
        fields = {vary.field: name for name, vary in self.study.named_sweep}
        taken: dict[str, str] = {}
        for field in sorted(fields.keys() & self.AXES.keys()):
            replaced = self.AXES[field].replaces
            for path in (replaced, self.AXES[field].or_replaces):
                if path in fields:
                    where = f"study.{fields[path]}.field"
                    raise Rejection(where, f'"{path}" follows from "{field}", which is varied too; vary one')
            if replaced in taken:
                where = f"study.{fields[field]}.field"
                raise Rejection(where, f'"{field}" and "{taken[replaced]}" say the same in other words; vary one')
            taken[replaced] = field

    def _check(self, point: dict[str, float]) -> None:
        try:
            self.at(point)
        except ScenarioError as error:
            reason = error.rejections[0]
            if reason.path in point or len(point) == 1:
                field = reason.path if reason.path in point else next(iter(point))
                sentence = reason.sentence if reason.path in point else f"with this value, {reason}"
                name, vary = next((name, vary) for name, vary in self.study.named_sweep if vary.field == field)
                if name == "goal":
                    ends = {vary.values[0]: "low", vary.values[-1]: "high"}
                    sentence = sentence if point[field] in ends else f"at {point[field]:g}, {sentence}"
                    raise Rejection(f"study.goal.{ends.get(point[field], 'step')}", sentence) from None
                raise Rejection(f"study.{name}.values.{vary.values.index(point[field])}", sentence) from None
            words = " and ".join(f"{path} = {value:g}" for path, value in point.items())
            raise Rejection("study.and_vary.values", f"with {words}, {reason}") from None

    def sweepable(self) -> dict[str, float]:
        """Everything that a study can vary, {path: present value}: the axes first, then every number."""
        axes = {name: axis.present(self) for name, axis in self.AXES.items()}
        return {name: value for name, value in axes.items() if value is not None} | dict(numeric_fields(self))


def content_hash(tree: Any) -> str:
    """32 hexadecimal digits of SHA-256 over the engine version and the canonical JSON of *tree*."""
    text = orjson.dumps([ENGINE_VERSION, tree], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(text).hexdigest()[:32]


def numeric_fields(scenario: Scenario) -> Iterator[tuple[str, float]]:
    """The (path, value) of every number that a study can vary."""
    tree = scenario.model_dump(mode="json", exclude={"version", "study"})
    for path, value in leaves(tree):
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield path, value


_last_unasked: tuple[Scenario | None, bytes] = (None, b"")


def _unasked(scenario: Scenario) -> bytes:
    """Canonical JSON of it without title, notes and sweep: all that its points have in common, of whatever sweep.

    The last one is remembered, by its identity: whoever wants a point wants the next one, too.
    """
    global _last_unasked
    known, text = _last_unasked
    if known is not scenario:
        tree = scenario.model_dump(mode="json") | {"title": "", "notes": ""}
        tree["study"] |= UNASKED
        text = orjson.dumps(tree, option=orjson.OPT_SORT_KEYS)
        _last_unasked = scenario, text
    return text


@lru_cache(maxsize=256)  # budget, keys and cells of one study ask for the same points
def _at(kind: type[Scenario], text: bytes, put_in: bytes) -> Scenario:
    tree, point = orjson.loads(text), orjson.loads(put_in)
    for path, value in point.items():
        if path not in kind.AXES:
            put(tree, path, value)
    for path, value in point.items():  # after the fields on which they depend
        if path in kind.AXES:
            kind.AXES[path].place(tree, value)
    return kind.read(tree)


def _as_json(tree: Any, has_long_numbers: bool = True) -> bytes | str:
    """The text of a JSON *tree*; a `str` where whole numbers beyond 64 bits are in it, which the bounds of their fields
    are to refuse. A field without bounds may let one in, so afterwards there must be none."""
    try:
        return orjson.dumps(tree)
    except orjson.JSONEncodeError as error:  # nested too deep, an integer beyond 64 bits, half a surrogate pair
        try:
            if has_long_numbers and "64-bit" in str(error):
                return json.dumps(tree, allow_nan=False)
        except (ValueError, TypeError, RecursionError):
            pass  # something else is wrong with it as well
        raise ScenarioError([Reason("", f"this cannot be written as JSON: {error}")]) from None
