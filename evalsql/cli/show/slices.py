"""What tables call a slice."""

from evalsql.scoring.slices import SMALL

SMALL_NOTE = f"~ fewer than {SMALL} queries, which say little."


def named(slice: str, queries: int) -> str:
    """What a column of a slice is called: small ones are marked."""
    return f"{slice} ({queries}{'~' if queries < SMALL else ''})"
