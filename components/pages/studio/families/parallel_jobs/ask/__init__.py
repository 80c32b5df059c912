"""What a policy would do with one more job: the form that asks, and the answer in words and tables."""
