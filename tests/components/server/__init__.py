"""The server, by its addresses."""
