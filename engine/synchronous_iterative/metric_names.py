"""Which metrics a cell of this family measures; `measures` measures them."""

METRICS = (
    "processors",
    "run_time",
    "run_time_length_aware",
    "run_time_simulated",
    "eta",
    "eta_length_aware",
    "eta_simulated",
    "formula_error",
    "length_aware_error",
    "eta_application",
    "eta_background",
    "eta_heterogeneity",
    "parallel_speedup",
    "barrier_wait",
    "machine_cost",
    "total_cost",
    "bound_excess",
    "background_delay",
)
