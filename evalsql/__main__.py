"""`evalsql` and `python -m evalsql` are the command line."""

from evalsql import endings

if __name__ == "__main__":
    endings.run()
