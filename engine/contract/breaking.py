"""What can be asked when a policy is to be broken, for those who ask without computing anything."""

METRICS = ("response_time", "makespan", "bounded_slowdown")
"""What a policy can be worst in; the smaller the better."""

MOST_JOBS = 8
"""Jobs of an example: what somebody can follow by hand."""

MOST_POLICIES = 12
"""Of everyone against everyone; with so many there are 132 pairs."""

PAIR_SECONDS = 1.0
"""What a pair of everyone against everyone takes on one core, about."""

SECONDS = 10.0
"""What a search takes on one core, about: the effort is always the same."""
