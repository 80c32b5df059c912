"""A broker and workers of our own, when REDIS_URL is not set."""
