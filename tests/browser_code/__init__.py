"""Tests of the browser code without a browser: node runs the modules, which python compares with its own."""
