"""The pages, one folder each: ids.py, layout.py, callbacks, words.md."""
