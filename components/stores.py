"""State that every page shares; each store has one writer."""

SCHEME = "shell-scheme"
""""light" or "dark"; written by the switch in the header, kept in the browser."""
