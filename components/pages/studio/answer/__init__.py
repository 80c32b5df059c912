"""The tabs that show a result as a whole, and running a study."""
