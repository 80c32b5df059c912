"""The tests, in the same folders as the code they test; ``python3 -m tests`` runs them all."""
