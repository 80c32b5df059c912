"""Of decisions that are forced."""
