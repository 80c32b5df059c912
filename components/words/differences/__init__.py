"""Why two sides differ, and what comes of another decision."""
