"""Words: the glossary as a page, and as what explains a label wherever it stands."""
