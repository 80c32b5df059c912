"""A log, the model fitted to it, and for whom policies are good."""
