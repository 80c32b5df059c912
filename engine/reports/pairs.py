"""Every job, or iteration, of one replication under two policies, and how much it differs, as rows of a table."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from engine.metrics.catalogue import metric_of
from engine.why.ledger import EntriesOf, entries_of
from engine.why.paired import of_entry, paired


def table_of_pair(
    scenario: Any,
    policies: tuple[str, str],
    metric: str,
    replication: int,
    source: Mapping[str, bytes],
    entries: EntriesOf | None = None,
) -> pa.Table:
    """The second of two *policies* less the first, at the *scenario* of one point, in the order of the entries.

    Columns are number (from 1), the metric under each policy and their difference, what each part brings to it as
    "difference: part", and by what the entries are told apart. Where one is not counted under both, numbers are null.
    *source* says where they come from, as the metadata of the table; *entries* as in `engine.why.ledger`.

    `ValueError` if the family tells nothing of single entries, or the metric is no mean or sum over them.
    """
    told_by = entries or entries_of(scenario)
    one, other = (told_by(scenario, policy, replication) for policy in policies)
    pair, unit = paired(one, other, metric), metric_of(metric).unit
    values = [of_entry(side.measure(metric)) for side in (one, other)]
    columns = dict(zip((f"{metric}: {policy}" for policy in policies), values, strict=True))
    columns |= {"difference": pair.difference} | {f"difference: {name}": part for name, part in pair.parts.items()}
    number = pa.array(np.arange(1, len(pair.common) + 1), pa.int32())
    fields, arrays = [pa.field("number", number.type)], [number]
    for name, numbers in columns.items():
        fields.append(pa.field(name, pa.float64(), metadata={"unit": unit}))
        arrays.append(pa.array(numbers.astype(np.float64), pa.float64(), mask=~pair.common))
    for name, words in pair.groups.items():
        fields.append(pa.field(name, pa.string()))
        arrays.append(pa.array([str(word) for word in words], pa.string()))
    return pa.table(arrays, schema=pa.schema(fields, metadata=dict(source)))
