"""The drop-in for trec_eval: `evalsql trec_eval` and `python -m evalsql.trec_eval`."""
