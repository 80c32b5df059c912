"""Policies in Python, of `engine.policy`: how the readable simulation asks them and does what they decide."""
