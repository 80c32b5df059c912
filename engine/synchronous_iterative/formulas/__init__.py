"""The analytic model of Peterson & Chamberlain 1996, and what goes beyond it."""
