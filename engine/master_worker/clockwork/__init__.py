"""The parts of the readable model: instants, workers, the master and its ways of handing out tasks."""
