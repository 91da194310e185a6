"""An analysis database: a DuckDB file that any client opens, with runs, judgments, scores and macros, and no Python."""
