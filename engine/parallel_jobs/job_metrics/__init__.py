"""What is measured of single jobs and of all of them, beside what every family measures."""
