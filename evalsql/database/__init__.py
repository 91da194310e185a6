"""Evaluation inside a database, for any client of DuckDB: a library of macros, and a database for analysis."""
