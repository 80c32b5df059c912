"""The model, to be run: one concept in each module, `simulation.py` is the door."""
