"""From a scenario to the crew: speeds, and when the owner of each worker needs it."""

import numpy as np

from engine.compiled import elementwise
from engine.compiled.elementary import ln
from engine.inputs.draws import Draws
from engine.master_worker.inputs.pool import Opportunistic, Times, Workers
from engine.master_worker.system import Crew, to_ticks

BLOCK = 32
"""Workers that share a stream: so the first ones see the same however many there are."""

SLAB = 1024
"""Periods that are drawn at a time."""

LOG_VARIANCE = ln(1.0 + 2.0 * 2.0)
"""Of the logarithm of a log-normal time whose standard deviation is twice the mean."""


def crew_of(workers: Workers, most: int, seed: int, replication: int, periods: int) -> Crew:
    """The first *most* workers, with so many *periods* up; more of them begin with the same ones."""
    speed = np.repeat(
        np.array([group.in_parts for group in workers.groups], dtype=np.int64), [one.count for one in workers.groups]
    )[:most]
    owners = workers.availability
    if not isinstance(owners, Opportunistic):
        none = np.zeros((0, len(speed)), dtype=np.int64)
        return Crew(speed, none, none, none.astype(bool))
    drawn = uniforms(Draws(seed, replication), len(speed), periods)
    is_away = drawn[1] < owners.away_share / 100
    down = np.where(is_away, lengths(owners.away, drawn[2]), lengths(owners.suspended, drawn[2]))
    return Crew(speed, to_ticks(lengths(owners.up, drawn[0])), to_ticks(down), is_away)


def uniforms(draws: Draws, workers: int, periods: int) -> np.ndarray:
    """Of each period up, whether its worker goes away after it, and how long; float64 (3, K, N), each in [0, 1)."""
    found = np.empty((3, periods, workers))
    for first in range(0, workers, BLOCK):
        stream, own = draws.stream(f"owners.{first // BLOCK}"), found[:, :, first : first + BLOCK]
        for begin in range(0, periods, SLAB):  # a block of which one worker is used would take 32 times the memory
            drawn = stream.random((min(SLAB, periods - begin), 3, BLOCK))
            own[:, begin : begin + SLAB] = drawn.transpose(1, 0, 2)[:, :, : own.shape[2]]
    return found


def lengths(times: Times, uniform: np.ndarray) -> np.ndarray:
    """Lengths of periods, s, by inversion: another mean or kind keeps long ones long."""
    if times.kind == "constant":
        return np.full(uniform.shape, times.mean)
    if times.kind == "uniform":
        return 2 * times.mean * uniform
    if times.kind == "exponential":
        return -times.mean * elementwise.ln(1 - uniform)
    normal = elementwise.normal_quantile(np.clip(uniform, 2.0**-53, 1 - 2.0**-53))
    return times.mean * elementwise.exp(np.sqrt(LOG_VARIANCE) * normal - LOG_VARIANCE / 2)
