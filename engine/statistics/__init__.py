"""What can be said of a few replications: means, intervals, ratios, fairness, steadiness, and when to stop."""
