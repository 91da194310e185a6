"""Lists of queries, one id per line."""

import re
from pathlib import Path

from evalsql.errors import InputError


def read_queries(path: Path) -> list[str]:
    """The query ids of a list: each line that is not empty, as it stands; of a .tsv, what is before its first tab."""
    try:
        lines = re.split(r"\r?\n", path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError(
            f"{path}: not text, where a list of queries was expected, one id per line; of a table, write"
            " its column of ids"
            " into a text file first"
        ) from None
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file, where a list of queries was expected") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read as a list of queries: {error.strerror}") from None
    queries = [line.partition("\t")[0] if path.suffix.lower() == ".tsv" else line for line in lines if line]
    if not queries:
        raise InputError(f"{path}: holds no query; one id per line was expected")
    return queries
