"""The queries of a page of docs/ and the results below them."""

import re

import duckdb
from places import FIXTURES, ROOT

BLOCK = re.compile(r"```sql\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)


def blocks(page: str) -> list[tuple[str, str]]:
    """Each query of a page, and the result shown below it, empty where there is none."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = [(sql.replace("'fixtures/", f"'{FIXTURES}/"), result) for sql, result in BLOCK.findall(text)]
    assert text.count("```sql") == len(found)
    assert text.count("```text") == sum(result != "" for _, result in found)
    return found


def printed(relation: duckdb.DuckDBPyRelation) -> str:
    """A result as a page shows it: a line a row, columns in line and two spaces apart."""
    rows = [relation.columns, *([str(value) for value in row] for row in relation.fetchall())]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{value:<{width}}" for value, width in zip(row, widths, strict=True)) for row in rows]
    return "".join(line.rstrip() + "\n" for line in lines)


def run(connection: duckdb.DuckDBPyConnection, page: str) -> int:
    """Runs every query of a page in order, and fails where one gives another result; how many have a result."""
    shown = 0
    for sql, result in blocks(page):
        if result:
            assert printed(connection.sql(sql)) == result
            shown += 1
        else:
            connection.execute(sql)
    return shown
