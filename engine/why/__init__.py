"""Why two policies differ: what each job, or iteration, brings to the difference of their metrics."""
