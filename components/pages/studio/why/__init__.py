"""The tab that says why two policies of a study differ."""
