"""Lessons: text files on scenarios, what they ask, and what the engine says to it. No page is in here."""
