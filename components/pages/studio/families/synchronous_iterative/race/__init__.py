"""The race of synchronous iterative applications: the same iterations on the machines that policies choose."""
