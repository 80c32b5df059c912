"""Reusable inputs."""
