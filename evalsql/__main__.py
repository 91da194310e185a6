"""`evalsql` and `python -m evalsql` are the command line."""

from evalsql import endings


def run() -> None:
    """Runs the command line as a program."""
    endings.hear(endings.leave)  # what is loaded takes longest, and has nothing to clean up
    from evalsql.cli import run as run_commands

    run_commands()


if __name__ == "__main__":
    run()
