"""The parts of the readable simulation, one concept each; `reference.py` is the door."""
