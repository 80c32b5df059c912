"""The tab that lets several policies run against each other on the same jobs."""
