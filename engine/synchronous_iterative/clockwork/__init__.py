"""The parts of `reference.py`: a machine that is shared, and the application with its barrier."""
