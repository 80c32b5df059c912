"""Results as tables for other programs: every cell, or a summary, which `formats` writes."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from engine import ENGINE_VERSION
from engine.metrics.catalogue import metric_of
from engine.results.result import Result


def cells(result: Result) -> pa.Table:
    """One row per computed cell and metric; a metric that the cell does not have is null.

    Columns: policy, one per swept field (named by its path, in the unit of the field), replication (from 1), metric,
    unit, value (in that unit).
    """
    metrics = len(result.names)
    computed = result.done
    point, policy, replication = (np.repeat(axis, metrics) for axis in np.nonzero(computed))
    metric = np.tile(np.arange(metrics), np.count_nonzero(computed))
    columns = {
        "policy": _texts(result.scenario.policies, policy),
        **_swept(result, point),
        "replication": pa.array(replication + 1, pa.int32()),
        "metric": _texts(result.names, metric),
        "unit": _texts(_units(result), metric),
        "value": _numbers(result.table[computed].ravel()),
    }
    return pa.table(columns, metadata=provenance(result))


def summaries(result: Result) -> pa.Table:
    """One row per point, policy and metric: the mean over the replications that are there, with its 95 % interval.

    Columns: policy, one per swept field, metric, unit, mean, low, high (null where there is none), replications,
    settles (where it is false, a mean depends on how long one looks).
    """
    policies, names = result.scenario.policies, result.names
    shape = (len(result.points), len(policies), len(names))
    point, policy, metric = (axis.ravel() for axis in np.indices(shape))
    pairs = [(number, name) for number in range(len(result.points)) for name in policies]
    found = np.array([result.estimate(*pair, name) for pair in pairs for name in names]).reshape(-1, 4)
    settles = np.array([result.settles(*pair) for pair in pairs], dtype=bool)
    columns = {
        "policy": _texts(policies, policy),
        **_swept(result, point),
        "metric": _texts(names, metric),
        "unit": _texts(_units(result), metric),
        **{name: _numbers(found[:, number]) for number, name in enumerate(("mean", "low", "high"))},
        "replications": pa.array(found[:, 3], pa.int32()),
        "settles": np.repeat(settles, len(names)),
    }
    return pa.table(columns, metadata=provenance(result))


def provenance(result: Result) -> dict[str, bytes]:
    """Where the numbers of a table come from, as the metadata of its schema."""
    return {
        "corral.engine_version": ENGINE_VERSION.encode(),
        "corral.fingerprint": result.fingerprint().encode(),
        "corral.scenario": result.scenario.canonical(),
    }


def _units(result: Result) -> list[str]:
    return [metric_of(name).unit for name in result.names]


def _swept(result: Result, point: np.ndarray) -> dict[str, pa.Array]:
    """The value of every swept field in every row, by path; *point* (rows,) numbers the points."""
    values = {path: np.array([at[path] for at in result.points], np.float64) for path in result.points[0]}
    return {path: pa.array(of_points[point]) for path, of_points in values.items()}


def _texts(words: Sequence[str], number: np.ndarray) -> pa.DictionaryArray:
    """The word of every row, each stored once; *number* (rows,) is its place among *words*."""
    return pa.array(words, pa.string()).dictionary_encode().take(pa.array(number))


def _numbers(values: np.ndarray) -> pa.Array:
    return pa.array(values, pa.float64(), mask=np.isnan(values))
