"""What every model of a scenario shares: strictness, and fields that state their unit and their range."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Strict(BaseModel):
    """A part of a scenario: immutable, no unknown fields, no NaN or infinity, no silent conversion."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


def quantity(
    title: str, unit: str, low: float, high: float, help_text: str, default: Any = ..., step: float = 1
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
    """
    return Field(
        default,
        title=title,
        description=help_text,
        ge=low,
        le=high,
        json_schema_extra={"unit": unit, "step": step},
    )


def choice(title: str, help_text: str, default: Any = ...) -> Any:
    """Describe a field that is no number (a name, a switch, a kind)."""
    return Field(default, title=title, description=help_text)
