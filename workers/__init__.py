"""Carries studies to other processes; knows no web."""
