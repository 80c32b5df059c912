"""When jobs would have started if nobody had come after them, and how much later they did."""
