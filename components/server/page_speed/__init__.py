"""What a user of the Studio waits for, measured in a browser: `python3 app.py dev page`."""
