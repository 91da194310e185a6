"""Every kind of bad input that is tried, the entries that it is given to, and what is asked of their answers."""
