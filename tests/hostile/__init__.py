"""Input from people who mean harm: every answer is a result or a clear refusal."""
