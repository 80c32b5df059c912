"""Programs of rules, run: one operation after the other over a block of jobs, on a stack of such blocks."""

import numpy as np

from engine.compiled.compilation import compiled, inlined, part
from engine.rules.operations import (
    clipped,
    cut,
    exponential,
    logarithm_2,
    logarithm_10,
    natural_logarithm,
    power,
    quotient,
    root,
    whole,
)
from engine.rules.program import CODES, MOST_ON_STACK, Program
from engine.rules.tree import NAME, NUMBER

BLOCK = 256
"""Jobs of a block: as many as the first cache holds a few rows of."""

_NUMBER, _NAME, _NEGATIVE, _PLUS, _MINUS, _TIMES, _OVER, _POWER, _ROOT = (
    CODES[name] for name in (NUMBER, NAME, "negative", "+", "-", "*", "/", "^", "root")
)
_LESS, _AT_MOST, _MORE, _AT_LEAST, _EQUAL, _UNEQUAL = (CODES[name] for name in ("<", "<=", ">", ">=", "==", "!="))
_AND, _OR, _NOT, _IF, _LEAST, _LARGEST, _ABS, _WHOLE = (
    CODES[name] for name in ("and", "or", "not", "if", "min", "max", "abs", "floor")
)
_LOG2, _LOG10, _LN, _EXP, _CLIP = (CODES[name] for name in ("log2", "log10", "ln", "exp", "clip"))


@inlined
def _of_one(code, exponent, x, n):
    """In place on *x*, float64 (block,), of which n count."""
    for k in range(n):
        if code == _NEGATIVE:
            x[k] = -x[k]
        elif code == _POWER:
            x[k] = power(x[k], exponent)
        elif code == _ROOT:
            x[k] = root(x[k])
        elif code == _NOT:
            x[k] = 1.0 - x[k]
        elif code == _ABS:
            x[k] = abs(x[k])
        elif code == _WHOLE:
            x[k] = whole(x[k])
        elif code == _LOG2:
            x[k] = logarithm_2(x[k])
        elif code == _LOG10:
            x[k] = logarithm_10(x[k])
        elif code == _LN:
            x[k] = natural_logarithm(x[k])
        else:
            x[k] = exponential(x[k])


@inlined
def _of_two(code, x, y, n):
    """Into *x*; both float64 (block,), of which n count."""
    if code == _PLUS:
        for k in range(n):
            x[k] = cut(x[k] + y[k])
    elif code == _MINUS:
        for k in range(n):
            x[k] = cut(x[k] - y[k])
    elif code == _TIMES:
        for k in range(n):
            x[k] = cut(x[k] * y[k])
    elif code == _OVER:
        for k in range(n):
            x[k] = quotient(x[k], y[k])
    elif code in (_LEAST, _AND):
        for k in range(n):
            x[k] = min(x[k], y[k])
    elif code in (_LARGEST, _OR):
        for k in range(n):
            x[k] = max(x[k], y[k])
    else:
        for k in range(n):
            x[k] = 1.0 if _holds(code, x[k], y[k]) else 0.0


@inlined
def _holds(code, x, y):
    if code == _LESS:
        return x < y
    if code == _AT_MOST:
        return x <= y
    if code == _MORE:
        return x > y
    if code == _AT_LEAST:
        return x >= y
    if code == _EQUAL:
        return x == y
    return x != y


@part
def evaluate(program, table, n, stack, out):
    """Values of a rule for n jobs, at most a block, into *out*, float64 (block,).

    Parameters
    ----------
    program : `Program`
    table : float64 (names, block), by row of `names.COLUMN`; only rows that the rule asks for are read
    stack : float64 (`program.MOST_ON_STACK`, block), to work with
    """
    top = -1
    for step in range(program.operation.shape[0]):
        code, argument = np.int64(program.operation[step]), np.int64(program.argument[step])
        if code == _NUMBER:
            top += 1
            for k in range(n):
                stack[top, k] = program.constant[argument]
        elif code == _NAME:
            top += 1
            for k in range(n):
                stack[top, k] = cut(table[argument, k])
        elif code == _IF:
            top -= 2
            for k in range(n):
                stack[top, k] = stack[top + 1, k] if stack[top, k] > 0.0 else stack[top + 2, k]
        elif code == _CLIP:
            top -= 2
            for k in range(n):
                stack[top, k] = clipped(stack[top, k], stack[top + 1, k], stack[top + 2, k])
        elif _is_of_two(code):
            top -= 1
            _of_two(code, stack[top], stack[top + 1], n)
        else:
            _of_one(code, argument, stack[top], n)
    for k in range(n):
        out[k] = stack[0, k]


@inlined
def _is_of_two(code):
    return _PLUS <= code <= _OVER or _LESS <= code <= _OR or code in (_LEAST, _LARGEST)


@compiled
def _values(program, table, stack, out):
    for base in range(0, table.shape[1], BLOCK):
        n = min(BLOCK, table.shape[1] - base)
        evaluate(program, table[:, base : base + n], n, stack, out[base : base + n])


def values(program: Program, table: np.ndarray) -> np.ndarray:
    """Values of a rule for as many jobs as the *table*, float64 (names, jobs), has columns; float64 (jobs,)."""
    out = np.empty(table.shape[1])
    _values(program, table, np.empty((MOST_ON_STACK, BLOCK)), out)
    return out
