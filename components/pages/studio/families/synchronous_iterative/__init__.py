"""The Studio of synchronous iterative applications: form and tabs."""
