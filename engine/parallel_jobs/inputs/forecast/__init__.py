"""What is to be expected of jobs, machines and clock before anything is drawn, from formulas."""
