"""tsafrir05: the run time estimates that users give (Tsafrir, Etsion & Feitelson 2005)."""
