"""A scenario: one family, its inputs and the study to be made of them. Strict, versioned, canonical, hashed.

Every family extends `Scenario` with its own parts; what is here is common to all of them.
"""

import hashlib
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

import orjson
from pydantic import Field, ValidationError, model_validator

from engine import ENGINE_VERSION
from engine.quantity import Strict, choice, quantity
from engine.rejection import Reason, Rejection, ScenarioError, rejections

MAXIMUM_BYTES = 64_000
"""Longest scenario that is read at all; the largest example has about 2,000 bytes."""

SweptValue = Annotated[float, Field(ge=-1e12, le=1e12)]


class Vary(Strict):
    """The one field that a study varies, as a path into the scenario's JSON, and its values."""

    field: str = Field(min_length=1, max_length=120, title="Vary", description="The field that the study varies.")
    values: Annotated[tuple[SweptValue, ...], Field(min_length=1, max_length=60)] = Field(
        title="Values", description="From 1 to 60 values, ascending, in the unit of the field."
    )

    @model_validator(mode="after")
    def _ascending(self) -> Self:
        if any(b <= a for a, b in zip(self.values, self.values[1:], strict=False)):
            raise ValueError("the values must ascend, none twice")
        return self


class Study(Strict):
    """What is computed: the points of a sweep, each replicated on common random numbers."""

    vary: Vary | None = choice("Vary", "The field to vary, or nothing for a single point.", None)
    replications: int = quantity(
        "Replications", "", 1, 200, "Independent repetitions of every point; the 95 % intervals come from them.", 10
    )
    seed: int = quantity("Seed", "", 0, 2**32 - 1, "Same seed, same numbers; another seed, other random numbers.", 1)


class Scenario(Strict):
    """What every family's scenario has. Read one with `engine.registry.read_scenario`."""

    version: Literal[1] = choice("Version", "Version of the scenario format.", 1)
    title: str = Field("", max_length=120, title="Title", description="What the page and the link call it.")
    notes: str = Field("", max_length=2000, title="Notes", description="Free text that travels with the scenario.")
    family: str
    policies: tuple[str, ...]
    study: Study = Field(default_factory=Study)

    def canonical(self) -> bytes:
        """The scenario as canonical JSON: sorted keys, no spaces, every field spelt out."""
        return orjson.dumps(self.model_dump(mode="json"), option=orjson.OPT_SORT_KEYS)

    def compact(self) -> bytes:
        """Canonical JSON without the fields that have their default value; what a link carries."""
        tree = self.model_dump(mode="json", exclude_defaults=True)
        return orjson.dumps({"version": self.version, "family": self.family, **tree}, option=orjson.OPT_SORT_KEYS)

    def content_hash(self) -> str:
        """32 hexadecimal digits that name what is computed: title and notes do not count, the engine version does."""
        tree = self.model_dump(mode="json", exclude={"title", "notes"})
        return content_hash(tree)

    def points(self) -> list[dict[str, float]]:
        """The points of the sweep, {path: value} each; one empty point when nothing is varied."""
        vary = self.study.vary
        return [{}] if vary is None else [{vary.field: value} for value in vary.values]

    def at(self, point: dict[str, float]) -> Self:
        """This scenario with the values of *point* put in and no sweep: what one cell simulates."""
        tree = orjson.loads(self.canonical())
        for path, value in point.items():
            put(tree, path, value)
        tree["study"]["vary"] = None
        tree["title"] = tree["notes"] = ""
        return self.read(tree)

    @classmethod
    def read(cls, tree: Any) -> Self:
        """A validated scenario from a JSON tree; `ScenarioError` says where it is wrong and what is allowed."""
        try:
            text = orjson.dumps(tree)
        except orjson.JSONEncodeError as error:  # nested too deep, an integer beyond 64 bits, half a surrogate pair
            raise ScenarioError([Reason("", f"this cannot be written as JSON: {error}")]) from None
        try:
            return cls.model_validate_json(text)
        except ValidationError as error:
            raise ScenarioError(rejections(error)) from None

    @model_validator(mode="after")
    def _every_point_is_valid(self) -> Self:
        vary = self.study.vary
        if vary is None:
            return self
        if vary.field not in dict(numeric_fields(self)):
            raise Rejection("study.vary.field", f'"{vary.field}" is not a numeric field of this scenario')
        try:
            self.at({})
        except ScenarioError as error:
            raise Rejection(*error.rejections[0]) from None
        for number, value in enumerate(vary.values):
            try:
                self.at({vary.field: value})
            except ScenarioError as error:
                reason = error.rejections[0]
                sentence = reason.sentence if reason.path == vary.field else f"with this value, {reason}"
                raise Rejection(f"study.vary.values.{number}", sentence) from None
        return self


def content_hash(tree: Any) -> str:
    """32 hexadecimal digits of SHA-256 over the engine version and the canonical JSON of *tree*."""
    text = orjson.dumps([ENGINE_VERSION, tree], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(text).hexdigest()[:32]


def put(tree: Any, path: str, value: Any) -> None:
    """Set the value at a dotted *path* ("cluster.groups.0.count") of a JSON tree, in place.

    A whole number goes in as an integer where an integer stood, since a sweep knows only numbers.
    """
    *parents, last = path.split(".")
    for name in parents:
        tree = tree[int(name)] if isinstance(tree, list) else tree[name]
    key = int(last) if isinstance(tree, list) else last
    was_integer = isinstance(tree[key], int) and not isinstance(tree[key], bool)
    is_whole = isinstance(value, float) and value.is_integer()
    tree[key] = int(value) if was_integer and is_whole else value


def leaves(tree: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """All (dotted path, value) of a JSON tree that are neither object nor list."""
    if isinstance(tree, dict | list):
        for name, child in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from leaves(child, f"{path}.{name}" if path else str(name))
    else:
        yield path, tree


def numeric_fields(scenario: Scenario) -> Iterator[tuple[str, float]]:
    """The (path, value) of every number that a study can vary."""
    tree = scenario.model_dump(mode="json", exclude={"version", "study"})
    for path, value in leaves(tree):
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield path, value
