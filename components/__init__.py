"""Everything the browser sees."""
