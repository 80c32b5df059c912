"""The page for an address at which there is nothing."""
