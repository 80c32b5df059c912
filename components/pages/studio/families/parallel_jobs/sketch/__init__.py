"""The sketch of parallel jobs: machines and what happens to them, when jobs arrive, and jobs by a law or by a list."""
