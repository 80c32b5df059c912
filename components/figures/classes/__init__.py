"""What a whole class has predicted and answered."""
