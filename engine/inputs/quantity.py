"""What every model of a scenario shares: strictness, and fields that state their unit and their range."""

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field

from engine import PREFIX
from engine.inputs.rejection import TAGS


class Strict(BaseModel):
    """A part of a scenario: immutable, no unknown fields, no NaN or infinity, no silent conversion."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        """Note the tag of a part of a scenario that is one of several kinds: refusals leave it out of paths."""
        if not cls.__module__.startswith(f"{PREFIX}engine."):
            return  # a lesson has kinds of its own, whose names may be those of our fields
        for name, field in cls.model_fields.items():
            values = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
            if len(values) == 1 and isinstance(values[0], str) and name != "family":
                TAGS.add(values[0])


def quantity(
    title: str,
    unit: str,
    low: float,
    high: float,
    help_text: str,
    default: Any = ...,
    step: float = 1,
    beginning: Any = None,
) -> Any:
    """Describe a numeric field once: the form, the JSON Schema, the axis and the error messages all read it here.

    Parameters
    ----------
    title, unit, help_text
        Words for the page; *unit* is "1" for a plain number and "" for a count.
    low, high
        Closed range of what is allowed, in *unit*.
    step
        What one press of an arrow key changes, in *unit*.
    beginning
        What the form begins with when somebody chooses this kind of part, where there is no default.
    """
    return Field(
        default,
        title=title,
        description=help_text,
        ge=low,
        le=high,
        json_schema_extra=_of_form(unit=unit, step=step, beginning=beginning),
    )


def choice(
    title: str, help_text: str, default: Any = ..., words: str | Mapping[str, str] | None = None, beginning: Any = None
) -> Any:
    """Describe a field that is no number (a name, a switch, a kind, a list).

    *words* say a kind, or each of several values, where its name in the JSON does not say enough.
    """
    return Field(
        default,
        title=title,
        description=help_text,
        json_schema_extra=_of_form(words=words, beginning=beginning) or None,
    )


def _of_form(**known: Any) -> dict[str, Any]:
    return {name: value for name, value in known.items() if value is not None}
