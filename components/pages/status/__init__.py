"""Status: how broker, workers and studies stand, for whoever runs a class."""
