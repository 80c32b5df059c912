"""What the five papers print and claim, held against studies."""
