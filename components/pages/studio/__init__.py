"""Studio: sketch a cluster and a workload, run, see."""
