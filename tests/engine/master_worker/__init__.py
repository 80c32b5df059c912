"""Tests of the master-worker family: agreement, laws, worked examples, rules, populations, what is published."""
