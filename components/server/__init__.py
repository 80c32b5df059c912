"""The server: its start, its pages, and what it refuses."""
