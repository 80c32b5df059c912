"""Machines and iterations of synchronous applications."""
