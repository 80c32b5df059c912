"""The result of a study, what two results say of each other, and tables for other programs."""
