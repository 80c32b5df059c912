"""Numbers as a person types them: the values of a sweep, with ranges such as "0.2 to 1.8 step 0.2", and plain lists."""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from components.words.wording import MINUS, THIN, number

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?"
RANGE = re.compile(rf"^({NUMBER})\s*(?:to|\.\.|–)\s*({NUMBER})\s*(?:step|by)\s*({NUMBER})$")
MAXIMUM_VALUES = 60


class ValuesError(ValueError):
    """A list of values that cannot be read; the message says which part and what is allowed."""


def parse_values(text: str) -> list[float]:
    """The values in *text*, ascending, none twice."""
    found: set[float] = set()
    for part in re.split(r"[,;\n]", str(text)):
        if part.strip():
            found.update(_part(part.strip()))
        if len(found) > MAXIMUM_VALUES:
            raise ValuesError(f"these are more than {MAXIMUM_VALUES} values; at most {MAXIMUM_VALUES} are allowed")
    if not found:
        raise ValuesError("at least one value is needed")
    return sorted(found)


def parse_numbers(text: str, most: int = MAXIMUM_VALUES) -> list[int | float]:
    """The numbers of a plain list in *text*, in the order given, at *most* so many."""
    parts = [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]
    if not parts:
        raise ValuesError("at least one number is needed")
    if len(parts) > most:
        raise ValuesError(f"these are more than {most} numbers; at most {most} are allowed")
    numbers = [_decimal(part, "write numbers with commas") for part in parts]
    return [int(one) if one == one.to_integral_value() else float(one) for one in numbers]


def _part(part: str) -> list[float]:
    between = RANGE.match(part)
    if between is None:
        return [float(_decimal(part))]
    # Decimals, so that "0.2 to 1.8 step 0.2" gives 0.6 and not 0.6000000000000001.
    first, last, step = (_decimal(text) for text in between.groups())
    if step <= 0:
        raise ValuesError(f"the step in “{part}” must be above 0")
    if (last - first) / step > MAXIMUM_VALUES:
        raise ValuesError(f"“{part}” has more than {MAXIMUM_VALUES} values; at most {MAXIMUM_VALUES} are allowed")
    return [float(first + n * step) for n in range(int((last - first) / step) + 1)]


def _decimal(text: str, advice: str = "write numbers with commas, or “0.2 to 1.8 step 0.2”") -> Decimal:
    try:
        if not re.fullmatch(NUMBER, text):
            raise InvalidOperation
        return Decimal(text)
    except InvalidOperation:
        raise ValuesError(f"“{text[:30]}” is not a number; {advice}") from None


def format_values(values: list[float]) -> str:
    """The values as `parse_values` reads them."""
    return ", ".join(number(value, 12).replace(THIN, "").replace(MINUS, "-") for value in values)


def whole(value: Any, low: int, high: int) -> int:
    """A whole number from *low* to *high* that a field holds; *low* if it holds none."""
    return min(max(int(value), low), high) if isinstance(value, int | float) else low
