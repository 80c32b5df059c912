"""What each family adds to the Studio, a folder for each."""
