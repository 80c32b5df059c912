"""Break it: the small list of communicating jobs on which one policy is worst against another."""
