"""Python functions that DuckDB calls. Each has a twin in SQL, for macros and clients without Python."""

from evalsql.udfs.registration import put_on, register, registered

__all__ = ["put_on", "register", "registered"]
