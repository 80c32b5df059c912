"""Words as numbers, for many at once: digits exactly, decimals and exponents to the millisecond, all else is none."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.logs.limits import NUMBER

DIGITS, LONGEST = 15, 40
"""Characters of what is read as plain digits, and of any number."""
THOUSAND = 1000


class Numbers(NamedTuple):
    """Numbers of words.

    Attributes
    ----------
    thousandths : int64 array
        The number times 1000, rounded; -2000 where there is none.
    good : bool array
        Whether it is a number from -1 to 10^12.
    whole : bool
        Whether all good ones are whole numbers.
    """

    thousandths: NDArray[np.int64]
    good: NDArray[np.bool_]
    whole: bool


def numbers(text: NDArray[np.uint8], starts: NDArray[np.int64], stops: NDArray[np.int64]) -> Numbers:
    """Read the words of a text; arrays of their first places and the places behind them."""
    negative = text[starts] == ord("-")
    begins = starts + negative
    value = digits(text, begins, stops)
    odd = value < 0
    value[negative] *= -1
    value = np.clip(value, -2, NUMBER + 1) * THOUSAND
    whole = True
    if odd.any():
        where = np.flatnonzero(odd)
        value[where] = _odd(text, starts[where], stops[where])
        whole = not (value[where] % THOUSAND).any()
    good = (value >= -THOUSAND) & (value <= NUMBER * THOUSAND)
    value[~good] = -2 * THOUSAND
    return Numbers(value, good, whole)


def digits(text: NDArray[np.uint8], starts: NDArray[np.int64], stops: NDArray[np.int64]) -> NDArray[np.int64]:
    """Read words of 1 to 15 digits; -1 for all others."""
    length = stops - starts
    value = np.zeros(len(starts), np.int64)
    odd = (length < 1) | (length > DIGITS)
    left = np.flatnonzero(~odd)
    place, weight = stops[left] - 1, 1
    while len(left):
        digit = text[place] - np.uint8(ord("0"))  # wraps around: whatever is no digit is above 9
        strange = digit > 9
        if strange.any():
            odd[left[strange]] = True
        value[left] += digit * np.int64(weight)
        more = (place > starts[left]) & ~strange
        left, place, weight = left[more], place[more] - 1, weight * 10
    value[odd] = -1
    return value


# Classes of characters, and what may follow what in [+-]digits[.digits][e[+-]digits]; state 0 is "no number".
_CLASS = np.zeros(256, np.uint8)
_CLASS[list(b"0123456789")] = 1
_CLASS[list(b"+-")] = 2
_CLASS[ord(".")] = 3
_CLASS[list(b"eE")] = 4
_START, _SIGN, _WHOLE, _POINT, _DECIMALS, _E, _E_SIGN, _EXPONENT = range(1, 9)
_NEXT = np.zeros((9, 5), np.uint8)
_NEXT[_START, 1:4] = _WHOLE, _SIGN, _POINT
_NEXT[_SIGN, 1:4] = _WHOLE, 0, _POINT
_NEXT[_WHOLE, 1:5] = _WHOLE, 0, _DECIMALS, _E
_NEXT[_POINT, 1] = _DECIMALS
_NEXT[_DECIMALS, 1:5] = _DECIMALS, 0, 0, _E
_NEXT[_E, 1:3] = _EXPONENT, _E_SIGN
_NEXT[_E_SIGN, 1] = _EXPONENT
_NEXT[_EXPONENT, 1] = _EXPONENT
_FINAL = np.zeros(9, bool)
_FINAL[[_WHOLE, _DECIMALS, _EXPONENT]] = True


def _odd(text: NDArray[np.uint8], starts: NDArray[np.int64], stops: NDArray[np.int64]) -> NDArray[np.int64]:
    """Read the words that are not plain digits, as thousandths; -2000 for those that are no number."""
    value = np.nan_to_num(floats(text, starts, stops), nan=-2, posinf=NUMBER + 1, neginf=-2)
    return np.rint(np.clip(value, -2, NUMBER + 1) * THOUSAND).astype(np.int64)


def floats(text: NDArray[np.uint8], starts: NDArray[np.int64], stops: NDArray[np.int64]) -> NDArray[np.float64]:
    """Read words as numbers of any size, to 53 bits; NaN for what is no number, or has more than 40 characters."""
    value = np.full(len(starts), np.nan)
    if not len(starts):
        return value
    length = stops - starts
    width = int(min(length.max(), LONGEST))
    found = np.zeros((len(starts), width), np.uint8)
    state = np.full(len(starts), _START, np.uint8)
    state[length > LONGEST] = 0
    left = np.flatnonzero(state)
    for place in range(width):
        left = left[(length[left] > place) & (state[left] > 0)]
        if not len(left):
            break
        character = text[starts[left] + place]
        found[left, place] = character
        state[left] = _NEXT[state[left], _CLASS[character]]
    good = np.flatnonzero(_FINAL[state])
    if len(good):
        with np.errstate(over="ignore"):
            value[good] = found[good].view(f"S{width}").ravel().astype(np.float64)
    return value
