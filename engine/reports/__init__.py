"""Text and figures for the command line."""
