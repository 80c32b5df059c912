"""lublin99: rigid jobs with a day (Lublin & Feitelson 2003)."""
