"""Break it: the few jobs on which one policy is worst against another, found by annealing and then shrunk.

What is the same for every family stands here; what a family's instances are, and what may be changed in them, is its
own `breaking/`, behind `engine.contract.problem`.
"""
