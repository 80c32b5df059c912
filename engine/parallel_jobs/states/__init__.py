"""What is in the queue and on the machines, step by step through a replication: of what episodes are told."""
