"""A sketch outside its form: its link, the example it came from, and its changes."""
