"""What a study asks: values that are varied, a goal, the best, the worst."""
