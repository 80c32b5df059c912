"""Workload models as they were published: streams of numbers in, arrays of jobs out. They know no family of Corral."""
