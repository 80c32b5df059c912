"""Papers: every table and statement of the five papers beside what comes of it here."""
