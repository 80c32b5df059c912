"""The pages, one folder each: ids, layout, callbacks."""
