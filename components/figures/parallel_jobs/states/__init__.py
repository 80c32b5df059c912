"""Mapping states and the transitions between them."""
