"""Every metric: what it means, and those that all families take of their jobs."""
