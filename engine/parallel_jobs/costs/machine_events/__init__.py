"""What happens to machines, as far as it is known before anything is drawn."""
