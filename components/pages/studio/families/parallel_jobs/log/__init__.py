"""The tab of a log: what it is like, what its file said, and the model that was fitted to it."""
