"""What DuckDB reads at the end of an extension: for which platform it is, and which version of the C API it asks."""

API = "v1.2.0"  # of DuckDB's C API, the first that is stable
# a custom section of WebAssembly, so that the same footer stands in any file: its length, its name, the fields' length
HEAD = b"\x00\x93\x04\x10duckdb_signature\x80\x04"
FIELD, SIGNATURE = 32, 256  # bytes
LENGTH = len(HEAD) + 8 * FIELD + SIGNATURE


def footer(platform: str, version: str) -> bytes:
    """The end of a file that DuckDB takes for an extension, without a signature."""
    fields = ("", "", "", "C_STRUCT", version, API, platform, "4")  # the last says what the others are
    if long := [field for field in fields if len(field) > FIELD]:
        raise ValueError(f"{long[0]!r} has more than {FIELD} characters, as many as DuckDB reads of it")
    return HEAD + b"".join(field.encode("ascii").ljust(FIELD, b"\0") for field in fields) + bytes(SIGNATURE)
