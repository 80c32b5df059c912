"""What a queue of jobs decides in every family that has one: called by references and by kernels alike."""
