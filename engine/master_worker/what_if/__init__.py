"""What if one task had gone to another worker, or another task to this one, and all else as the policy decides."""
