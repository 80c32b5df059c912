"""Pictures beside the paragraphs of a lesson: what its words say as SVG, drawn by the server in the page's colors."""
