"""The decisions of a window of coscheduling: who was chosen, among whom, and who else could have been."""
