"""The tabs of synchronous iterative applications."""
