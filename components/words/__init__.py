"""How fields, numbers and findings are put into words."""
