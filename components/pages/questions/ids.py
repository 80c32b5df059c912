"""Ids on the page of questions, which its script knows, too."""

PAGE = "questions-page"
"""What Dash mounts, empty."""

COME = "first-questions"
"""What stands in the first answer of the server, and moves into it."""

SEARCH, FOUND, NOTHING, RECENT = "questions-search", "questions-found", "questions-nothing", "questions-recent"
