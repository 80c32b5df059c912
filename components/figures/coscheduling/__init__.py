"""Nodes, processes and messages of coscheduling."""
