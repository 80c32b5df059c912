"""Logs of real machines beside what is simulated, and schedules written as one."""
