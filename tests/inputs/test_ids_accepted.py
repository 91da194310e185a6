"""What an id may hold, in every format: docs/formats.md has the table, each cell of which is tried here."""

import csv
from functools import partial
from pathlib import Path
from typing import Any

import pages
import pytest
from odd_collections import FORMATS, Collection, in_files, table
from tiny import read, rows_of, unread
from written import as_csv, put

from evalsql import InputError, evaluate

IDS = {
    "letters of any alphabet, emoji": "\u00e9\u6f22\u0416\U0001f600",
    "a blank within": "a b",
    "a tab within": "a\tb",
    "a line break": "a\nb",
    "a carriage return": "a\rb",
    "a no-break space, an ideographic space": "a\u00a0b\u3000c",
    "a form feed, a vertical tab": "a\x0cb\x0bc",
    "other control characters": "a\x1b[31mb\x07\x85",
    "NUL": "a\0b",
    "quotes": '"a\'b"c',
    "commas, semicolons, bars": "a,b;c|d",
    "brackets and braces": '[1]{"a":[2]},}',
    "a word such as null or NA": "null",
    "digits": "007",
    "a million characters": "x" * 1_000_000,
    "nothing": "",
}
SPACES = {"a blank within", "a tab within", "a line break", "a carriage return"}
REFUSED = {"TREC text": SPACES | {"NUL", "nothing"}, "CSV, TSV": {"NUL", "nothing"}}
WRITERS = {
    **FORMATS,
    "quoted.csv": partial(in_files, "quoted.csv", partial(as_csv, quoting=csv.QUOTE_ALL)),
    "quoted.tsv": partial(in_files, "quoted.tsv", partial(as_csv, delimiter="\t", quoting=csv.QUOTE_ALL)),
}
GROUPS = {
    "TREC text": ("trec.txt", "trec.run.gz"),
    "CSV, TSV": ("quoted.csv", "quoted.tsv"),
    "JSON": ("lines.jsonl", "nested.json"),
    "Parquet": ("rows.parquet",),
    "tables, frames, dictionaries": ("database", "arrow", "pandas", "polars", "mappings"),
}


def test_the_table_says_what_an_id_may_hold() -> None:
    rows = [pages.row("an id that holds", *GROUPS), pages.row("---", *[":-:" for _ in GROUPS])]
    for name in IDS:
        rows.append(pages.row(name, *("no" if name in REFUSED.get(of, {"nothing"}) else "yes" for of in GROUPS)))
    pages.fill("docs/formats.md", "ids", "\n".join(rows))


@pytest.mark.parametrize(
    ("group", "format"),
    [(group, format) for group, formats in GROUPS.items() for format in formats],
)
def test_ids_are_kept_or_refused(tmp_path: Path, group: str, format: str) -> None:
    def given(*texts: str) -> tuple[Collection, Any, Any]:
        runs = [("one", f"q{n}", doc, 2.0) for n, text in enumerate(texts) for doc in (text, "b")]
        qrels = [(f"q{n}", doc, 1.0) for n, text in enumerate(texts) for doc in (text, "missed")]
        tables = Collection(table("run query_id doc_id score", runs), table("query_id doc_id relevance", qrels))
        return tables, *WRITERS[format](tmp_path, tables)

    refused = REFUSED.get(group, {"nothing"})
    tables, runs, qrels = given(*(text for name, text in IDS.items() if name not in refused))
    assert sorted(row[1:] for row in read(runs)) == sorted(row[1:] for row in rows_of(tables.runs))
    assert read(qrels, "qrels") == rows_of(tables.qrels)
    for name in refused:
        assert unread(given(IDS[name])[1])


def test_a_carriage_return_without_quotes_is_named(tmp_path: Path) -> None:
    path = put(tmp_path / "r.csv", "query_id,doc_id,score\nq1,a,2\nq1,b\rc,1\n")
    with pytest.raises(InputError, match="line 3: holds a carriage return; put the field that has it in quotes"):
        evaluate(path, {"q1": {"a": 1}}, "AP")


@pytest.mark.parametrize("blank", ["\u00a0", "\u3000", "\x0c", "\x1c"])
def test_blanks_of_other_alphabets_part_no_fields_of_judgments(tmp_path: Path, blank: str) -> None:
    qrels = put(tmp_path / "q.txt", f"q1 0 a{blank}b 1\n")
    assert evaluate({"q1": {f"a{blank}b": 1.0}}, qrels, "AP").fetchall() == [("run", "q1", "AP", 1)]
