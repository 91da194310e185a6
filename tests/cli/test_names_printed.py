"""Names from outside in what is printed: none makes a row, a column or a colour, and CSV gives each back as it is."""

import io
import json
import re
import sys
import time
from pathlib import Path

import command
import pyarrow as pa
import pytest
from in_process import invoke, output, refusal
from written import put

from evalsql.cli import progress as bar

NAMES = [
    "x\rforged",
    "x\nforged",
    "x\r\nforged",
    "a\tb",
    "\x1b[31mred",
    "a\u2028b",
    'a"b',
    "a,b",
    "=1+1",
    "[x]",
    "a|b",
    "bm25",
]

NAMES_OF_FILES = pytest.mark.skipif(sys.platform == "win32", reason="no file can be called so there")


@pytest.fixture
def given(tmp_path: Path) -> tuple[str, ...]:
    """Runs that are called so, each with three queries that are called so too, and judgments."""
    rows = [(run, query, doc) for run in NAMES for query in NAMES[:3] for doc in ("d1", "d2")]
    runs, queries, docs = zip(*rows, strict=True)
    scores = [float((place * 7) % 5) for place in range(len(rows))]
    runs = put(tmp_path / "r.parquet", pa.table({"run": runs, "query_id": queries, "doc_id": docs, "score": scores}))
    judged = {"query_id": NAMES[:3], "doc_id": ["d1", "d2", "d1"], "relevance": [1, 2, 1]}
    return str(runs), "--qrels", str(put(tmp_path / "q.parquet", pa.table(judged)))


@pytest.fixture
def scores(tmp_path: Path, given: tuple[str, ...]) -> Path:
    """Their scores, by two measures that are called so."""
    file = tmp_path / "scores.json"
    output("evaluate", *given, "-m", "AP", "-m", "nDCG", "-o", file)
    rows = [
        row | {"metric": {"AP": "m\nforged", "nDCG": "n|\x1b[1m"}[row["metric"]]}
        for row in json.loads(file.read_text())
    ]
    return put(tmp_path / "scores.parquet", pa.Table.from_pylist(rows))


def test_lines_of_csv_end_in_a_line_feed(tmp_path: Path) -> None:
    scores = put(tmp_path / "s.csv", ["run,query_id,metric,value", "a,q,AP,0.5", 'b,q,AP,"0.25"'])
    printed = invoke("queries", scores, "--part", "wins", "--format", "csv").stdout_bytes
    assert printed == b"metric,run,other,wins,ties,losses\nAP,a,b,1,0,0\nAP,b,a,0,0,1\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("evaluate", "-m", "AP", "--per-query"),
        ("curve", "-m", "P", "--depth", "2", "--average", "--baseline", "x\nforged"),
        ("queries", "-m", "AP"),
        ("correlate", "--documents"),
    ],
    ids=" ".join,
)
def test_a_name_makes_no_row_of_a_table(given: tuple[str, ...], arguments: tuple[str, ...]) -> None:
    done = invoke(arguments[0], *(given[:1] if "--documents" in arguments else given), *arguments[1:])
    assert done.exception is None
    assert_plain(done.stdout_bytes.decode())


@pytest.mark.parametrize(
    "name",
    [
        "queries",
        "compare",
    ],
)
def test_a_measure_of_a_table_of_scores_makes_no_row(scores: Path, name: str) -> None:
    done = invoke(name, scores, *(("--best", "bm25") if name == "categories" else ()))
    assert done.exception is None
    assert "m\\nforged" in done.stdout
    assert_plain(done.stdout_bytes.decode())


def assert_plain(printed: str) -> None:
    """Every line can be printed as it is, and none begins with the second line of a name."""
    lines = printed.split("\n")
    assert [line for line in lines if not line.isprintable() or line.strip().startswith("forged")] == []
    assert len(lines) > 3


def test_the_run_that_curves_are_compared_with_is_named_in_one_line(given: tuple[str, ...]) -> None:
    for name in ("x\nforged", "\x1b[31mred"):
        said = output("curve", *given, "-m", "nDCG", "--average", "--depth", "1", "--baseline", name)
        assert f"the difference from {json.dumps(name)[1:-1].replace('u001b', 'x1b')}." in said
        assert_plain(said)


@NAMES_OF_FILES
def test_files_of_judgments_make_no_row(tmp_path: Path) -> None:
    files = [put(tmp_path / name, ["q 0 d 1", "q 0 e 0"]) for name in ("a\nforged.txt", "b.txt")]
    printed = output("describe", *files)
    assert "a\\nforged.txt" in printed
    assert_plain(printed)


@NAMES_OF_FILES
def test_refusals_and_warnings_are_one_line_each(tmp_path: Path) -> None:
    qrels = put(tmp_path / "q.txt", ["q 0 d 1"])
    bad = put(tmp_path / "a\nevalsql: wrote x", ["q Q0 d 1 high x"])
    assert "a\\nevalsql: wrote x, line 1: score is 'high'" in command.refusal("evaluate", bad, "--qrels", qrels)
    assert "a\\nevalsql: wrote x, line 1" in command.evalsql("check", bad, "--qrels", qrels).stdout.decode()
    qrels = put(tmp_path / "b\nc.txt", ["q 1 d 1", "q 2 d 1"])
    run = put(tmp_path / "r.run", ["q Q0 d 1 1 x"])
    said = command.evalsql("evaluate", run, "--qrels", qrels, "-m", "AP").stderr.decode()
    assert f"evalsql: warning: {tmp_path}/b\\nc.txt: treating iterations (field 2) as subtopic ids" in said


def test_a_name_beside_the_progress_bar_is_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(bar, "PATIENCE", 0)
    monkeypatch.setenv("TERM", "xterm")
    with bar.progress() as tell:
        tell("without [red]x[/]\x1b[7m\nforged", 0.5)
        time.sleep(0.3)
    assert "without [red]x[/]\\x1b[7m\\nforged" in terminal.getvalue()


@pytest.mark.parametrize(("name", "what"), [*zip(NAMES[:6], ["run", "query_id"] * 3, strict=True)])
def test_a_name_that_a_line_of_trec_eval_cannot_hold_is_refused(tmp_path: Path, name: str, what: str) -> None:
    ids = {"run": "r", "query_id": "q"} | {what: name}
    runs = put(
        tmp_path / "r.parquet", pa.table({each: [text] for each, text in ids.items()} | {"doc_id": ["d"], "score": [1]})
    )
    qrels = put(tmp_path / "q.parquet", pa.table({"query_id": [ids["query_id"]], "doc_id": ["d"], "relevance": [1]}))
    given = (runs, "--qrels", qrels, "-m", "AP", "--format", "trec")
    said = refusal("evaluate", *given, "--per-query", "-o", tmp_path / "scores.csv")
    assert said == (
        f"--format trec: {what} {name!r} has a control character in it, such as a tab or a line break,"
        " which a line cannot hold; --format csv and json take any name"
    )
    assert not (tmp_path / "scores.csv").exists()
    if what == "query_id":  # which is not printed
        assert output("evaluate", *given).splitlines()[1].split() == ["map", "all", "1.0000"]


def test_a_query_called_all_is_refused_where_it_would_be_printed(tmp_path: Path) -> None:
    run = put(tmp_path / "r.run", ["all Q0 d 1 1 x", "1 Q0 d 1 1 x"])
    given = (run, "--qrels", put(tmp_path / "q.txt", ["all 0 d 1", "1 0 e 1"]), "-m", "AP", "--format", "trec")
    assert refusal("evaluate", *given, "--per-query") == (
        "--format trec: query_id all is what the lines about all queries have in its place;"
        " --format csv and json take any name"
    )
    assert output("evaluate", *given).splitlines()[1].split() == ["map", "all", "0.5000"]


def test_other_names_stand_in_lines_of_trec_eval_as_they_are(tmp_path: Path) -> None:
    runs = pa.table({"run": ["all", "a b"], "query_id": ["what is x"] * 2, "doc_id": ["d"] * 2, "score": [1] * 2})
    qrels = put(tmp_path / "q.csv", ["query_id,doc_id,relevance", "what is x,d,1"])
    given = (put(tmp_path / "r.parquet", runs), "--qrels", qrels, "-m", "AP", "--per-query", "--format", "trec")
    lines = [[field.strip() for field in line.split("\t")] for line in output("evaluate", *given).splitlines()]
    of = [["map", "what is x", "1.0000"], ["runid", "all", "a b"], ["map", "all", "1.0000"]]
    assert [line for line in lines if len(line) > 1] == [*of, of[0], ["runid", "all", "all"], of[2]]


def paper(tmp_path: Path, names: list[str], format: str) -> list[str]:
    """The lines of a table of runs that are called so."""
    rows = [{"run": run, "query_id": f"q{n}", "metric": "AP", "value": n / 9} for run in names for n in range(3)]
    scores = put(tmp_path / "s.parquet", pa.Table.from_pylist(rows))
    return output("compare", scores, "--format", format, "--test", "sign").split("\n")


MARKDOWN = {
    "x\nbest | 1": r"x\\nbest \| 1",
    "a\\|b": r"a\\\|b",
    "<b>*a*</b> [c](d) `e`": r"\<b\>\*a\*\</b\> \[c\](d) \`e\`",
    "_a_ bm25_rm3": r"\_a\_ bm25_rm3",
    "bm25+ce": "bm25+ce",
}

LATEX = {
    "x\n\nbest": r"x\textbackslash{}n\textbackslash{}nbest",
    "a & b \\\\ %": r"a \& b \textbackslash{}\textbackslash{} \%",
    "[x]*": "{[}x]{*}",
    "$a_b^{c}#~": r"\$a\_b\textasciicircum{}\{c\}\#\textasciitilde{}",
    "bm25+ce": "bm25+ce",
}


def test_names_in_markdown(tmp_path: Path) -> None:
    lines = paper(tmp_path, list(MARKDOWN), "markdown")
    assert len(lines) == 2 + len(MARKDOWN) + 3  # an empty line, the caption, and the end
    found = {re.match(r"\| (.*) \| [^|]* \|$", line)[1] for line in lines[2 : 2 + len(MARKDOWN)]}
    assert found == set(MARKDOWN.values())


def test_names_in_latex(tmp_path: Path) -> None:
    lines = paper(tmp_path, list(LATEX), "latex")
    rows = lines[lines.index("\\midrule") + 1 : lines.index("\\bottomrule")]
    assert len(rows) == len(LATEX)
    assert {row.rpartition(" & ")[0] for row in rows} == set(LATEX.values())
    assert all(row.endswith(" \\\\") for row in rows)
