"""When the processes of a parallel job run: gang scheduling and dynamic coscheduling (Zhang et al. 2001)."""
