"""Class sessions, kept by the broker."""
