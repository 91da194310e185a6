"""`python -m evalsql.trec_eval` is `evalsql trec_eval`."""

import sys

from evalsql.__main__ import run

if __name__ == "__main__":
    sys.argv.insert(1, "trec_eval")
    run()
