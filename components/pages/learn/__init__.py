"""Lessons: predict, run the real tool, compare, explain, answer, hand in."""
