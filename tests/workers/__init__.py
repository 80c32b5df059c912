"""Studies carried by real brokers and real worker processes."""
