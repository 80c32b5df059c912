"""What a family of models provides to everything that is general."""
