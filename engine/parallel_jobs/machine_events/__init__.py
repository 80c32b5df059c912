"""What happens to machines from outside: owners, shutdowns, failures, additions, spares."""
