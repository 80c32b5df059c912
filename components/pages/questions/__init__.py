"""The page of questions: a way in for whoever does not know yet what to look for."""
