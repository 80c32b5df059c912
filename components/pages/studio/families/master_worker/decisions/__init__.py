"""The decisions of an iteration: which task went to which worker, and which others could have."""
