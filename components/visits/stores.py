"""State that every page shares; each store has one writer."""

SCHEME = "shell-scheme"
""""light" or "dark"; written by the switch in the header, which keeps it in the browser under this name."""

SKETCH_WIDTH = "corral-sketch-width"
"""How wide the sketch is, in pixels; written and kept in the browser by the edge between sketch and answer."""

RECENT = "shell-recent"
"""[{"title", "family", "link", "when"}], latest first; written when the Studio has run a study, kept in the browser."""
