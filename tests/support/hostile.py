"""Names that do something where they are taken for SQL, a template, a path or a sign: and whether they did."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from written import put

SECRET, PRODUCT = "canary-6151", "145361"  # what is printed where a text is run: of the environment, or 191 * 761
COPIED = "copied.txt"  # what is in the working directory where one is
TEXTS = [
    f"'); copy (select 1) to '{COPIED}'; --",
    f"\"; copy (select 1) to '{COPIED}'; --",
    f"$$; copy (select 1) to '{COPIED}'; $$",
    f"; copy (select 1) to '{COPIED}'",
    "'); drop table evalsql_scores; --",
    "' or '1' = '1",
    "' || getenv('EVALSQL_SECRET') || '",
    "\"||getenv('EVALSQL_SECRET')||\"",
    "getenv('EVALSQL_SECRET')",
    "(select content from read_text('secret.txt'))",
    "' union all select content from read_text('secret.txt') --",
    "read_csv('secret.txt')",
    "read_text('secret.txt')",
    "*/ select 191 * 761 /*",
    "-- select",
    "{{ 191 * 761 }}",
    "{% raw %}",
    "{# it's",
    "\\'; select 191 * 761; --",
    "\\",
    "%s %(x)s {0} {x!r} $runs $1 ? :x",
    "line\nselect 191 * 761",
    "tab\tand\rreturn",
    "\x1b[31mred\x07",
    "=1+1",
    "<script>alert(1)</script> & \\textbf{x} | *y* `z`",
    "${EVALSQL_SECRET} `echo $EVALSQL_SECRET`",
]
# what a terminal, or a program that shows text, would do something at
ORDERS = [
    "\x1b]8;;http://example.org\x1b\\link\x1b]8;;\x1b\\",  # a link that goes elsewhere
    "\x1b[2J\x1b[1;1H",
    "\x1b]0;title\x07",
    "\x9b31mred\x9b0m",  # the same orders in one sign
    "\x9d0;title\x9c",
    "\x90q\x9c",
    "back\x08\x08\x7f",
    "\u202etxt.exe\u2066",  # turned around
    "next\u0085line\u2028and\u2029more",
    "::error::x\n::warning::y",
    "]]> &#x1b; <!-- -->",
]
NAMES = sorted(TEXTS, key=str.encode)
PLAIN = {name: f"n{place:02}" for place, name in enumerate(NAMES)}  # in the same order


def set_traps(folder: Path) -> None:
    """Puts a secret into a file of the folder; the environment's is set by who runs something."""
    put(folder / "secret.txt", [SECRET])


def assert_nothing_was_run(folder: Path, *printed: str) -> None:
    """No file was made by a text, and nothing that is printed shows a secret or a product."""
    assert not (folder / COPIED).exists()
    assert (folder / "secret.txt").read_text() == f"{SECRET}\n"
    for text in printed:
        assert SECRET not in text
        assert PRODUCT not in text


def environment() -> dict[str, str]:
    """What a process is told, with the secret."""
    return {**os.environ, "EVALSQL_SECRET": SECRET}


def rankings(names: Sequence[str]) -> tuple[pa.Table, pa.Table]:
    """Runs and judgments in which runs, queries and documents are all called so."""
    runs, queries = names[::3], names[::2]
    rows = [
        (run, query, doc, float((7 * r + 5 * q + 3 * d) % 11))
        for r, run in enumerate(runs)
        for q, query in enumerate(queries)
        for d, doc in enumerate(names[q % 5 :: 3])
    ]
    judged = [(query, doc, (q * 2 + d * 7) % 4) for q, query in enumerate(queries) for d, doc in enumerate(names)]
    return (
        pa.table(dict(zip(("run", "query_id", "doc_id", "score"), map(list, zip(*rows, strict=True)), strict=True))),
        pa.table(dict(zip(("query_id", "doc_id", "relevance"), map(list, zip(*judged, strict=True)), strict=True))),
    )


def renamed(value: Any, names: Mapping[str, str] = PLAIN) -> Any:
    """The same rows with other names, wherever a name stands alone; sentences, in which names are, are left out."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {renamed(key, names): renamed(each, names) for key, each in value.items() if key != "sentence"}
    if isinstance(value, list | tuple):
        return [renamed(each, names) for each in value]
    return value


def strict_json(text: str) -> Any:
    """What a text of JSON says; NaN and infinities are not JSON, though Python reads them."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    return json.loads(text, parse_constant=refuse)
