"""The form on the left: from a scenario to fields and back."""
