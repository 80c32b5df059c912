"""How policies are drawn, and the colors and templates of everything else."""
