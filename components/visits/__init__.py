"""What a visit to a page consists of: who asks, what happened, what is kept, where answers come from."""
