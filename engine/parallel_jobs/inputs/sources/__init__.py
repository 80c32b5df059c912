"""Where jobs come from instead of laws: lists, logs and workload models."""
