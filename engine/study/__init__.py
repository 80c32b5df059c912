"""From a scenario to its result: all families, cells, what they may cost, and running them."""
