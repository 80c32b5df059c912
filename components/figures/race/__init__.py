"""What the races of all families have in common: rows of policies on one axis of time, and what is marked in them."""
