"""The tab that lets several policies run against each other on the same work, for all families that have it."""
