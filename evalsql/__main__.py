"""`python -m evalsql` is the command line."""

from evalsql.cli import run

run()
