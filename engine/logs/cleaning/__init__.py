"""From the lines of a log to jobs: rules in a fixed order, each of which counts what it did.

`choices.Cleaning` says how, `clean.clean` does it, `flurries` and `cluster` propose what is for a person to decide.
"""
