"""`app.py run`: which study, what is told of it, and what is written."""
