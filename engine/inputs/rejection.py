"""Why an input is refused: where, what is wrong, and what is allowed, in a sentence."""

from typing import Any, NamedTuple

from pydantic import ValidationError


class Reason(NamedTuple):
    """One refused field: its dotted path in the scenario's JSON ("" for the whole) and the sentence."""

    path: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}: {self.sentence}" if self.path else self.sentence


MOST_REASONS, LONGEST_SENTENCE, LONGEST_PATH = 50, 500, 120
"""What somebody typed is repeated in a sentence, and whoever sends megabytes of it is not to get them back."""


def _bounded(reason: Reason) -> Reason:
    path, sentence = (
        text if len(text) <= most else f"{text[: most - 1]}…"
        for text, most in zip(reason, (LONGEST_PATH, LONGEST_SENTENCE), strict=True)
    )
    return Reason(path, sentence)


class ScenarioError(ValueError):
    """A scenario that cannot be used; `rejections` lists every reason."""

    def __init__(self, reasons: list[Reason]) -> None:
        shown = [_bounded(reason) for reason in reasons[:MOST_REASONS]]
        super().__init__("\n".join(str(reason) for reason in shown))
        self.rejections = shown


class Rejection(ValueError):  # noqa: N818 - read as "raise Rejection(where, why)"
    """Raised inside a validator of a whole model to point at one field below it (path from the root)."""

    def __init__(self, path: str, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path


def rejections(error: ValidationError) -> list[Reason]:
    """The reasons behind a validation error, in our words where the library's are too technical."""
    found = error.errors(include_url=False)
    # A list whose only entry is refused also counts as too short; the entry's own reason says it better.
    refused = {details["loc"][:n] for details in found for n in range(len(details["loc"]))}
    return [_reason(details) for details in found if details["type"] != "too_short" or details["loc"] not in refused]


def _reason(details: Any) -> Reason:
    context = details.get("ctx") or {}
    cause = context.get("error")
    if isinstance(cause, Rejection):
        return Reason(cause.path, str(cause))
    path = _path(details["type"], details["loc"], context)
    if cause is not None:
        return Reason(path, str(cause))
    if details["type"] in SENTENCES:
        bounds = {name: _as_written(value) for name, value in context.items()}
        sentence = SENTENCES[details["type"]].format(given=_shown(details.get("input")), **bounds)
        return Reason(path, sentence.replace("at least 1 are", "at least 1 is"))
    return Reason(path, details["msg"][:1].lower() + details["msg"][1:])


def _path(kind: str, location: tuple[int | str, ...], context: dict[str, Any]) -> str:
    """The path in the scenario's JSON; the tag of a union ("poisson") is in the library's path, but not in ours."""
    *parents, last = location or ("",)
    steps = [step for step in parents if step not in TAGS]
    if last not in TAGS or kind == "extra_forbidden":
        steps.append(last)
    if kind.startswith("union_tag"):
        steps.append(context["discriminator"].strip("'"))
    return ".".join(map(str, steps))


def _as_written(value: Any) -> Any:
    """A bound as people write it: 1 where it is kept as 1.0."""
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else value


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


SENTENCES = {
    "missing": "this field is missing",
    "extra_forbidden": "there is no such field",
    "greater_than_equal": "{given} is too small; at least {ge} is allowed",
    "less_than_equal": "{given} is too large; at most {le} is allowed",
    "int_type": "{given} is not a whole number",
    "int_from_float": "{given} is not a whole number",
    "float_type": "{given} is not a number",
    "finite_number": "{given} is not a finite number",
    "literal_error": "{given} is not allowed; allowed is {expected}",
    "string_type": "{given} is not a text",
    "string_too_short": "at least {min_length} character is needed",
    "string_too_long": "at most {max_length} characters are allowed",
    "bool_type": "{given} is neither true nor false",
    "json_invalid": "this is not JSON: {error}",
    "union_tag_invalid": "{tag!r} is not allowed; allowed is one of {expected_tags}",
    "union_tag_not_found": "this field is missing",
    "too_short": "at least {min_length} are needed",
    "too_long": "at most {max_length} are allowed",
}

TAGS: set[str] = set()
"""The tags of the unions in scenarios ("poisson"); every kind of part brings its own, see `Strict`."""
