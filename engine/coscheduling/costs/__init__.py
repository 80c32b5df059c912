"""What a cell takes, estimated from formulas before anything is drawn."""
