"""The model, to be read: instants, workers, the master; `simulation.py` is the door."""
