"""Tests of the parallel-jobs family: agreement, laws, worked examples."""
