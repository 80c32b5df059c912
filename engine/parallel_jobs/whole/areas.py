"""How much of each cell of a grid is taken, by hue: areas of rectangles, as second differences that are summed up."""

import numpy as np

from engine.compiled.compilation import compiled, inlined

LEVELS = 31
"""Shares of a cell that are told apart; with eight hues they fit into a byte."""


@inlined
def _clip(x: float, most: int) -> float:
    return min(max(x, 0.0), float(most))


@inlined
def _add(area: np.ndarray, column: int, hue: int, low: float, high: float, weight: float) -> None:
    """Add *weight* times the overlap with each row, as differences from row to row."""
    row = int(low)
    part = low - row
    area[column, hue, row] += weight * (1.0 - part)
    area[column, hue, row + 1] += weight * part
    row = int(high)
    part = high - row
    area[column, hue, row] -= weight * (1.0 - part)
    area[column, hue, row + 1] -= weight * part


@compiled
def add_pieces(
    chosen: np.ndarray,
    since: np.ndarray,
    until: np.ndarray,
    hue: np.ndarray,
    weight: np.ndarray,
    first: np.ndarray,
    low: np.ndarray,
    count: np.ndarray,
    window: np.ndarray,
    area: np.ndarray,
) -> None:
    """Add the *chosen* pieces to *area*, float32 (columns + 2, hues, rows + 2), for `settle`.

    *hue* (int8) and *weight* (float32) are those of each chosen piece; the *window* is (since, until, lowest, highest).
    """
    columns, rows = area.shape[0] - 2, area.shape[2] - 2
    width, height = (window[1] - window[0]) / columns, (window[3] - window[2]) / rows
    for n in range(len(chosen)):
        piece = chosen[n]
        begin = _clip((since[piece] - window[0]) / width, columns)
        end = _clip((until[piece] - window[0]) / width, columns)
        if end <= begin:
            continue
        left, right = int(begin), int(end)
        into, beyond = begin - left, end - right
        for run in range(first[piece], first[piece + 1]):
            bottom = _clip((low[run] - window[2]) / height, rows)
            top = _clip((low[run] + count[run] - window[2]) / height, rows)
            if top <= bottom:
                continue
            if left == right:
                part = weight[n] * (end - begin)
                _add(area, left, hue[n], bottom, top, part)
                _add(area, left + 1, hue[n], bottom, top, -part)
            else:
                _add(area, left, hue[n], bottom, top, weight[n] * (1.0 - into))
                _add(area, left + 1, hue[n], bottom, top, weight[n] * into)
                _add(area, right, hue[n], bottom, top, -weight[n] * (1.0 - beyond))
                _add(area, right + 1, hue[n], bottom, top, -weight[n] * beyond)


@compiled
def settle(area: np.ndarray, there: np.ndarray, share: np.ndarray, hue: np.ndarray) -> None:
    """Sum up what `add_pieces` has added: *share*, float32 (columns, rows), and the *hue* with most of it, uint8.

    *there*, float32 (hues, rows), is zero at the beginning.
    """
    columns, rows = share.shape
    hues = area.shape[1]
    for column in range(columns):
        for h in range(hues):
            up = np.float32(0.0)
            for row in range(rows):
                up += area[column, h, row]
                there[h, row] += up
        for row in range(rows):
            total, most, best = np.float32(0.0), np.float32(0.0), 0
            for h in range(hues):
                one = there[h, row]
                total += one
                if one > most:
                    most, best = one, h
            share[column, row], hue[column, row] = total, best
