"""How long evalsql takes, and how much memory, beside its peers; `python -m benchmarks` runs it all."""
