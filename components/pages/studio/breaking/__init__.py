"""The tab that breaks a policy: a few jobs on which it is worst against another one, in every family that has them."""
