"""Space sharing: a machine works for one job at a time. Queues, backfilling, shares that shrink and grow, profit."""
