"""The simulation, to be read: a machine that is shared, and the application with its barrier."""
