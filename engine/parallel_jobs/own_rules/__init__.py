"""What somebody who writes a rule begins with: rules that are there, and a moment to try one on."""
