"""The commands of the command line, each with its options; `app.py` puts them together."""
