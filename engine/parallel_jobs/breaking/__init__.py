"""Break it: the small list of jobs on which one policy is worst against another, found by annealing and then shrunk."""
