"""Studies without a page: REST under /api/v1."""
