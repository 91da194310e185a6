"""Python functions that DuckDB calls. Each has a twin in SQL, for clients without Python, that gives the same bits."""

from evalsql.udfs.registration import put_on, register, registered

__all__ = ["put_on", "register", "registered"]
