"""The race of coscheduling: node timelines of several policies on the same jobs."""
