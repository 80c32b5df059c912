"""What a study shows of its policies, in one sentence and in many."""
