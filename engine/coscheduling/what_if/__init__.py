"""What if one decision of a replication had been another, and all the others as the scheme takes them."""
