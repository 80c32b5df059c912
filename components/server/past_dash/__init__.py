"""What scripts of the page ask for, past Dash."""
