"""What a browser gets before Dash has built the page: scripts and styles in few files, and a first picture."""
