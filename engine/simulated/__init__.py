"""What the readable simulations have in common."""
