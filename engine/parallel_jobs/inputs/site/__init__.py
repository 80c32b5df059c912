"""How the site is run: queues, shares, reservations, orders of one's own."""
