"""Tables of jobs with named columns, as CSV or Parquet: `reader.read_list` makes the table of a log of one."""
