"""The questions that Corral is good for, by family: what is asked, which stored study answers it, and how."""
