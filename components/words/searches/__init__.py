"""What studies have found that search: goals, choices, worst points, smallest examples, saturation."""
