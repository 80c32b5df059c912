"""Corral for people who program."""
