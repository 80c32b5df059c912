"""Tables of results as data frames: names are plain texts, columns are in the unit that their head or a column says."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


def frame_of(table: Any) -> "pd.DataFrame":
    """A `pyarrow.Table` as a data frame; what `attrs` holds says where its numbers come from."""
    import pyarrow as pa

    for number, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            table = table.set_column(number, field.name, table.column(number).cast(pa.string()))
    found = table.replace_schema_metadata(None).to_pandas()
    names = (b"corral.engine_version", b"corral.fingerprint")
    found.attrs = {name.decode(): table.schema.metadata[name].decode() for name in names}
    return found
