"""How many requests a web process answers at once."""

WEB_THREADS = 16
"""Threads of a web process; gunicorn.conf.py says the same to gunicorn."""
