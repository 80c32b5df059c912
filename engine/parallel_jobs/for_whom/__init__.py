"""What a replay means for whom: for each user, for small and large, short and long jobs, and by hour of the week."""
