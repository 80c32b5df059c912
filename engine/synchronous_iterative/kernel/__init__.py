"""The simulation, to be run."""
