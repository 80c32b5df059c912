"""Tests of the rule language of own policies."""
