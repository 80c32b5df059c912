"""Pictures of why two policies differ."""
