"""Tests of the coscheduling family: agreement, laws, worked examples."""
