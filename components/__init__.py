"""Everything the browser sees."""

PORT = 8050
"""Where the pages are served, unless another port is asked for."""
