"""Classes: a teacher opens one with a code, students join it, and what they predict and answer is seen live."""
