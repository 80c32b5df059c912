"""Peterson & Chamberlain 1996: their figures as scenarios, and what they claim."""
