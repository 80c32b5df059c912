"""What every scenario is made of, whatever its family; and all randomness."""
