"""The engine: scenario in, result out. It knows no web and no queue."""

ENGINE_VERSION = "0.6.0"
"""Part of every content hash: results of another engine are never mixed in. Raise it when any number changes."""
