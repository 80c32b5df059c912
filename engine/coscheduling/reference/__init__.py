"""The model, to be read: one concept in each module, `simulation.py` is the door."""
