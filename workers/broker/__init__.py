"""What is kept in the broker, and how it changes there."""
