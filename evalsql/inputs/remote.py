"""Files elsewhere, as s3://, gs://, az:// or https://: DuckDB reads them by extensions, which we do not install."""

from pathlib import Path

import duckdb

from evalsql.connections import Connection, load_installed
from evalsql.errors import InputError
from evalsql.inputs.files import is_aside
from evalsql.inputs.source import File

SECRETS = {
    "s3": "create secret (type s3, key_id '...', secret '...', region '...');",
    "gs": "create secret (type gcs, key_id '...', secret '...');",
    "az": "create secret (type azure, connection_string '...');",
}
ALIKE = {"s3a": "s3", "s3n": "s3", "r2": "s3", "gcs": "gs", "azure": "az", "abfss": "az"}
MISSING = "Missing Extension", "requires the extension", "extension be loaded", "automatically install"


def expand_url(connection: Connection, url: str) -> list[str]:
    """The addresses of the files that an address or a pattern of addresses names."""
    load_installed(connection, extension_of(url))
    try:
        found = connection.execute("select file from glob(?)", [url]).fetchall()
    except duckdb.Error as error:
        raise InputError(said_of(url, error)) from None
    paths = [path for (path,) in found if not is_aside(path, url)]
    if not paths:
        raise InputError(f"{url}: no file matches it")
    return sorted(paths)


def scheme_of(url: str) -> str:
    return url.partition("://")[0].lower()


def extension_of(url: str) -> str:
    return "azure" if ALIKE.get(scheme_of(url), scheme_of(url)) == "az" else "httpfs"


def fetch(connection: Connection, file: File, folder: Path, number: int) -> Path:
    """A plain copy of a file of text, which is read several times."""
    copy = folder / f"{number}-{Path(file.path).name}"
    try:
        ((content,),) = connection.execute("select content from read_blob(?)", [file.path]).fetchall()
    except (duckdb.Error, ValueError) as error:
        raise InputError(said_of(file.label, error)) from None
    copy.write_bytes(content)
    return copy


def said_of(url: str, error: Exception) -> str:
    """The sentence about an address that DuckDB cannot read: what is missing, or its error, whole."""
    scheme, extension = scheme_of(url), extension_of(url)
    text = " ".join(str(error).split())
    if not any(each in text for each in MISSING):
        return f"{url}: cannot be read: {text}"
    sql = f"install {extension}; load {extension}; {SECRETS.get(ALIKE.get(scheme, scheme), '')}".strip()
    return (
        f"{url}: DuckDB reads {scheme}:// by its extension {extension}, which is not installed; put these lines into a"
        f" file, such as lake.sql, and add --init lake.sql: {sql}"
    )
