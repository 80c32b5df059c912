"""Fair start times and misses."""
