"""The Compare page: two scenarios side by side."""
