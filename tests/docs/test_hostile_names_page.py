"""docs/trust/survival.md says what hostile names do, as they are tried."""

import re
from pathlib import Path
from typing import Any

import duckdb
import hostile
import pages
import pyarrow as pa
import pytest
from built import macros_of
from command import evalsql
from hostile import ORDERS, TEXTS, assert_nothing_was_run
from written import put

import evalsql as package
from evalsql.words import one_line

COPY, QUOTED = TEXTS[0], TEXTS[1]
QRELS = {"q1": {"d1": 1}, "q2": {"d2": 1}}
TEXT = "<script>alert(1)</script> & \\textbf{x} | *y*"
GATED = ("--run", "b", "--worst-loss", "0.1")


def given(folder: Path, name: str) -> None:
    """Runs, of which one is called so, judgments, a baseline, and attributes of queries that are called so."""
    rows = [("b", query, doc, 1.0 + (doc != "d1")) for query in QRELS for doc in ("d1", "d2")]
    rows += [(name, query, doc, 1.0 + (doc == "d1")) for query in QRELS for doc in ("d1", "d2")]
    columns = ("run", "query_id", "doc_id", "score")
    runs = pa.table(dict(zip(columns, map(list, zip(*rows, strict=True)), strict=True)))
    put(folder / "runs.parquet", runs), put(folder / "one.parquet", runs.slice(4))
    judged = {"query_id": ["q1", "q2"], "doc_id": ["d1", "d2"], "relevance": [1, 1]}
    put(folder / "qrels.parquet", pa.table(judged))
    put(folder / "queries.parquet", pa.table({"query_id": ["q1", "q2"], name: ["x", "x"]}))


def printed(folder: Path, *words: str) -> str:
    done = evalsql(*words, cwd=folder)
    assert done.returncode in (0, 1), done.stderr.decode()
    assert_nothing_was_run(folder, done.stdout.decode(), done.stderr.decode())
    return done.stdout.decode()


def refused(folder: Path, *words: str) -> str:
    done = evalsql(*words, cwd=folder)
    assert done.returncode == 2
    assert_nothing_was_run(folder)
    return done.stderr.decode().removeprefix("evalsql: ").strip()


def line(text: str, pattern: str) -> str:
    """The part of a text that matches."""
    found = re.search(pattern, text)
    assert found is not None
    return found[0].strip()


ALL = ("runs.parquet", "--qrels", "qrels.parquet", "-m", "AP")
GATE = ("gate", "runs.parquet", "--baseline", "one.parquet", *ALL[1:], *GATED)
# where a name is printed: the words, and where in the output it stands
PRINTED: dict[str, tuple[str, tuple[str, ...], str]] = {
    "a run, in a table": (ORDERS[1], ("evaluate", *ALL), r"(?m)^\\x1b\S*"),
    "a run, in JSON": (ORDERS[3], ("evaluate", *ALL, "--format", "json"), r'"\\u009b[^"]*"'),
    "a run, in CSV": (TEXTS[-3], ("evaluate", *ALL, "--format", "csv"), r"(?m)^=[^,]*"),
    "a run, in Markdown": (TEXT, ("evaluate", *ALL, "--format", "markdown"), r"(?m)^\| .*script.*? \|"),
    "a run, in LaTeX": (TEXT, ("evaluate", *ALL, "--format", "latex"), r"(?m)^ *.*script.*(?= & [\d.\\])"),
    "a baseline, in JUnit": (']]> & "x"', (*GATE, "--format", "junit"), r"\]\][^\"]*"),
    "a baseline, in an annotation": (ORDERS[9], (*GATE, "--format", "github"), r"against [^(]*(?=: )"),
}
REFUSED: dict[str, tuple[str, tuple[str, ...]]] = {
    "RUNS": (COPY, ("evaluate", COPY, *ALL[1:])),
    "RUNS, a table of a file": (QUOTED, ("evaluate", f"t.duckdb::{QUOTED}", *ALL[1:])),
    "--qrels": (TEXTS[9], ("evaluate", "runs.parquet", "--qrels", TEXTS[9], "-m", "AP")),
    "-m": (TEXTS[6], ("evaluate", *ALL[:3], "-m", TEXTS[6])),
    "a parameter of -m": (TEXTS[5], ("evaluate", *ALL[:3], "-m", f"nDCG(discount={TEXTS[5]!r})")),
    "--baseline": (TEXTS[15], ("compare", *ALL, "--baseline", TEXTS[15])),
    "--slices": (TEXTS[11], ("evaluate", *ALL, "--slices", TEXTS[11])),
    "--by": (TEXTS[13], ("evaluate", *ALL, "--slices", "queries.parquet", "--by", TEXTS[13])),
    "--columns": (COPY, ("evaluate", *ALL, "--columns", f"runs.run={COPY}")),
    "--gains": (TEXTS[2], ("evaluate", *ALL, "--gains", TEXTS[2])),
    "--memory-limit": (TEXTS[4], ("evaluate", *ALL, "--memory-limit", TEXTS[4])),
    "-o": (TEXTS[-1], ("evaluate", *ALL, "-o", f"{TEXTS[-1]}.x")),
}


def of_macro(folder: Path) -> str:
    """What a macro says of a text that is no name of a table."""
    with duckdb.connect() as connection:
        package.register(connection)
        call = "from evalsql.ap(runs := ?, qrels := 'qrels.parquet')"
        with pytest.raises(duckdb.Error) as error:
            connection.execute(call, [TEXTS[9]]).fetchall()
    assert_nothing_was_run(folder)
    return str(error.value).splitlines()[0]


def of_database(folder: Path) -> str:
    """The name of a column that build made of an attribute."""
    given(folder, QUOTED)
    with macros_of("AP"):
        printed(folder, "build", "b.duckdb", *ALL, "--slices", "queries.parquet")
    with duckdb.connect(folder / "b.duckdb", read_only=True) as connection:
        columns: list[Any] = connection.execute("describe from queries").fetchall()
    (name,) = [each for each, *_ in columns if "copy" in each]
    return f"a column `{name}`"


def of_page(folder: Path) -> str:
    """A run in the page of a report."""
    given(folder, TEXT)
    printed(folder, "report", *ALL, "-o", "r.html")
    page = (folder / "r.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page.replace("\\u003c", "")
    name = line(page, r'&lt;script&gt;alert.*?(?="?[<>])')
    return f"`{name}`"


def shown(text: str) -> str:
    """A text in a cell, as code; signs that cannot be printed as Python writes them."""
    return f"`{one_line(text)}`" if "`" not in text else f"`` {one_line(text)} ``"


def table(folder: Path) -> str:
    """What comes back, for each entry."""
    hostile.set_traps(folder)
    lines = ["| entry | argument | result |", "|---|---|---|"]
    for entry, (name, words, pattern) in PRINTED.items():
        given(folder, name)
        lines.append(pages.row(entry, shown(name), shown(line(printed(folder, *words), pattern))))
    lines.append(pages.row("a run, in the page of a report", shown(TEXT), of_page(folder)))
    lines.append(pages.row("an attribute of queries, in a database", shown(QUOTED), of_database(folder)))
    with duckdb.connect(folder / "t.duckdb") as own:
        own.execute("create table runs (query_id varchar)")
    for entry, (text, words) in REFUSED.items():
        lines.append(pages.row(entry, shown(text), f"refused: {shown(refused(folder, *words))}"))
    lines.append(pages.row("`runs :=` of a macro", shown(TEXTS[9]), f"refused: {shown(of_macro(folder))}"))
    return "\n".join(lines)


def long_the_page_says_what_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSQL_SECRET", hostile.SECRET)
    monkeypatch.chdir(tmp_path)
    pages.fill("docs/trust/survival.md", "hostile", table(tmp_path))
