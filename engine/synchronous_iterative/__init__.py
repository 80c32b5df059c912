"""Synchronous iterative applications on shared workstations."""
