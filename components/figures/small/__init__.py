"""Small pictures of results as SVG, for cards: drawn by the server, in the colors of the page whether light or dark."""
