"""Fields of a scenario and changes of them, in words."""
