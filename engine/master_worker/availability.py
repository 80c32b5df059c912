"""From a scenario to the crew: speeds, and when the owner of each worker needs it."""

import numpy as np
from scipy.special import ndtri

from engine.draws import Draws
from engine.master_worker.pool import Opportunistic, Times, Workers
from engine.master_worker.system import Crew
from engine.master_worker.ticks import to_ticks

BLOCK = 32
"""Workers that share a stream: so the first ones see the same however many there are."""

LOG_VARIANCE = float(np.log(1 + 2.0**2))
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
    drawn = _uniforms(Draws(seed, replication), len(speed), periods)
    is_away = drawn[1] < owners.away_share / 100
    down = np.where(is_away, lengths(owners.away, drawn[2]), lengths(owners.suspended, drawn[2]))
    return Crew(speed, to_ticks(lengths(owners.up, drawn[0])), to_ticks(down), is_away)


def _uniforms(draws: Draws, workers: int, periods: int) -> np.ndarray:
    """Float64 (3, K, N), each in [0, 1)."""
    blocks = [
        draws.stream(f"owners.{block}").random((periods, 3, BLOCK)).transpose(1, 0, 2)
        for block in range(-(-workers // BLOCK))
    ]
    return np.ascontiguousarray(np.concatenate(blocks, axis=2)[:, :, :workers])


def lengths(times: Times, uniform: np.ndarray) -> np.ndarray:
    """Lengths of periods, s, by inversion: another mean or kind keeps long ones long."""
    if times.kind == "constant":
        return np.full(uniform.shape, times.mean)
    if times.kind == "uniform":
        return 2 * times.mean * uniform
    if times.kind == "exponential":
        return -times.mean * np.log1p(-uniform)
    normal = ndtri(np.clip(uniform, 2.0**-53, 1 - 2.0**-53))
    return times.mean * np.exp(-LOG_VARIANCE / 2 + np.sqrt(LOG_VARIANCE) * normal)
