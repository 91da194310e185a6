"""What tables call runs, measures and suites."""

import csv
import io
import json
import re
import sys
import time
from pathlib import Path

import command
import duckdb
import pyarrow as pa
import pytest
import suites
from hostile import strict_json
from in_process import answered_once, invoke, output, refusal
from places import FIXTURES
from written import put

import evalsql
from evalsql.cli import progress as bar
from evalsql.words import one_line

NAMES = ["x\rforged", "x\nforged", "x\r\nforged", "a\tb", "\x1b[31mred", "a\u2028b", 'a"b', "a,b", "=1+1", "[x]", "a|b"]
NAMES += ["bm25"]

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


def test_lines_of_csv_end_in_a_line_feed(tmp_path: Path) -> None:
    scores = put(tmp_path / "s.csv", ["run,query_id,metric,value", "a,q,AP,0.5", 'b,q,AP,"0.25"'])
    printed = invoke("queries", scores, "--part", "wins", "--format", "csv").stdout_bytes
    assert printed == b"metric,run,other,wins,ties,losses\nAP,a,b,1,0,0\nAP,b,a,0,0,1\n"


def assert_plain(printed: str) -> None:
    """Every line can be printed as it is, and none begins with the second line of a name."""
    lines = printed.split("\n")
    assert [line for line in lines if not line.isprintable() or line.strip().startswith("forged")] == []
    assert len(lines) > 3


def test_the_run_that_curves_are_compared_with_is_named_in_one_line(given: tuple[str, ...]) -> None:
    for name in ("x\nforged", "\x1b[31mred"):
        said = output("curve", *given, "-m", "nDCG", "--depth", "1", "--baseline", name)
        assert f"the difference from {json.dumps(name)[1:-1].replace('u001b', 'x1b')}." in said
        assert_plain(said)


@NAMES_OF_FILES
def test_files_of_judgments_make_no_row(tmp_path: Path) -> None:
    files = [put(tmp_path / name, ["q 0 d 1", "q 0 e 0"]) for name in ("a\nforged.txt", "b.txt")]
    printed = output("describe", *files)
    assert "a\\nforged.txt" in printed
    assert_plain(printed)


@NAMES_OF_FILES
def long_refusals_and_warnings_are_one_line_each(tmp_path: Path) -> None:
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
def long_a_name_that_a_line_of_trec_eval_cannot_hold_is_refused(tmp_path: Path, name: str, what: str) -> None:
    ids = {"run": "r", "query_id": "q"} | {what: name}
    row = pa.table({each: [text] for each, text in (ids | {"doc_id": "d", "score": 1, "relevance": 1}).items()})
    runs = put(tmp_path / "r.parquet", row.drop(["relevance"]))
    qrels = put(tmp_path / "q.parquet", row.drop(["run", "score"]))
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


def test_names_in_markdown_and_latex(tmp_path: Path) -> None:
    lines = paper(tmp_path, list(MARKDOWN), "markdown")
    assert len(lines) == 2 + len(MARKDOWN) + 3  # an empty line, the caption, and the end
    found = {re.match(r"\| (.*) \| [^|]* \|$", line)[1] for line in lines[2 : 2 + len(MARKDOWN)]}
    assert found == set(MARKDOWN.values())
    lines = paper(tmp_path, list(LATEX), "latex")
    rows = lines[lines.index("\\midrule") + 1 : lines.index("\\bottomrule")]
    assert len(rows) == len(LATEX)
    assert {row.rpartition(" & ")[0] for row in rows} == set(LATEX.values())
    assert all(row.endswith(" \\\\") for row in rows)


RUNS, QRELS = (FIXTURES / "track" / f"{name}.parquet" for name in ("runs", "subtopics"))

GIVEN = (RUNS, "--qrels", QRELS, "--convention", "ndeval", "--where", "run in ('bm25', 'dense', 'ql')")
ASKED = ("-m", "alpha_nDCG@3")
GATE = ("--run", "bm25", "--baseline", RUNS, "--baseline-run", "ql", "--margin", "0.01")

FULL, SAID = "alpha_nDCG(cap='no')", "By the conventions of ndeval: cap='no' for alpha_nDCG;"


ALL_BUT_WHERE = GIVEN[:-2]
CALLED = [  # a command, and how the measure is called in what it prints
    (("compare", *GIVEN, *ASKED, "--baseline", "bm25"), "alpha_nDCG@3: runs compared with bm25"),
    (("correlate", *GIVEN, *ASKED, "-m", "P@5"), "alpha_nDCG@3  "),
    (("categories", *GIVEN, *ASKED, "--best", "bm25"), "alpha_nDCG@3  runs"),
    (("compare", *GIVEN, *ASKED, "--format", "markdown"), "| run | alpha_nDCG@3 |"),
    (("compare", *GIVEN, *ASKED, "--format", "latex"), r"run & $\alpha$-nDCG@3 \\"),
    (("curve", *GIVEN, "-m", "alpha_nDCG", "--test", "paired_t", "--depth", "2"), "alpha_nDCG: bm25 and dense"),
    (("curve", *GIVEN, *ASKED), "alpha_nDCG@3\n"),
    (("discriminate", *GIVEN, *ASKED, "--test", "paired_t"), "alpha_nDCG@3  paired_t"),
    (("queries", *GIVEN, *ASKED), "alpha_nDCG@3: the hardest and the easiest queries"),
    (("ties", *GIVEN, *ASKED), "alpha_nDCG@3  dense"),
    (("pool", *GIVEN, *ASKED, "--depths", "5"), "alpha_nDCG@3\n"),
    (("standardize", *GIVEN, *ASKED), "alpha_nDCG@3\n"),
    (("gate", *ALL_BUT_WHERE, *ASKED, *GATE), "alpha_nDCG@3  verdict"),
    (("gate", *ALL_BUT_WHERE, *ASKED, *GATE, "--format", "markdown"), "| `alpha_nDCG@3` |"),
]


@pytest.mark.filterwarnings("ignore:.*have no results")
def long_a_convention_is_said_below_and_not_in_names() -> None:
    with answered_once("compare", "gate"):
        printed = [output(*words) for words, _ in CALLED]
    for (words, shown), text in zip(CALLED, printed, strict=True):
        plain = text.replace("\\", "").replace("&#95;", "_").replace("; by", "\nBy")
        assert (shown in text, FULL in plain, SAID in plain) == (True, False, True), words


@pytest.mark.filterwarnings("ignore:.*have no results")
def test_a_measure_that_is_not_as_the_convention_has_it_keeps_its_full_name() -> None:
    printed = output("correlate", *GIVEN, *ASKED, "-m", "alpha_nDCG(cap='yes')@3")
    assert (f"{FULL}@3" in printed, "cap='no' for" in printed) == (True, False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of five collections; one run lacks one of them."""
    return suites.put_suite(tmp_path_factory.mktemp("suites") / "suite")


def long_a_suite_that_is_refused_writes_nothing(folder: Path, tmp_path: Path) -> None:
    for words, said in (
        (["--strict"], "run splade has no scores in touche, which --strict refuses"),
        (["--split", "dev"], "arguana: no judgments of the split dev in "),
    ):
        assert said in command.refusal("suite", folder, *words, "-o", tmp_path / "scores.parquet")
        assert not any(tmp_path.iterdir())


def test_names_are_whole_in_json_and_in_a_table(given: tuple[str, ...]) -> None:
    asked = ("evaluate", *given, "-m", "AP", "--per-query")
    printed = output(*asked)
    assert [each for each in NAMES if one_line(each) not in printed] == []
    rows = strict_json(output(*asked, "--format", "json"))["scores"]
    assert ({row["run"] for row in rows}, {row["query_id"] for row in rows}) == ({*NAMES}, {*NAMES[:3]})


def names_in(text: str, column: str, delimiter: str = ",") -> set[str]:
    return {row[column] for row in csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)}


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def long_csv_gives_every_name_back(tmp_path: Path, given: tuple[str, ...], suffix: str) -> None:
    written = tmp_path / f"scores{suffix}"
    done = invoke("evaluate", *given, "-m", "AP", "--per-query", "--format", "csv", "-o", written)
    for text in (done.stdout_bytes.decode(), written.read_bytes().decode()):
        delimiter = "\t" if suffix == ".tsv" and text.startswith("run\t") else ","
        assert names_in(text, "run", delimiter) == set(NAMES)
        assert names_in(text, "query_id", delimiter) == set(NAMES[:3])
    assert names_in(invoke("evaluate", *given, "--format", "csv").stdout_bytes.decode(), "run") == set(NAMES)
    compared = invoke("compare", *given, "-m", "AP", "--format", "csv", "--test", "sign").stdout_bytes.decode()
    assert names_in(compared, "run") | names_in(compared, "other") == set(NAMES)


@pytest.mark.filterwarnings("ignore:.*have no results")
def long_files_csv_and_json_have_full_names(tmp_path: Path) -> None:
    file = tmp_path / "compared.parquet"
    given = ("compare", *GIVEN, *ASKED, "--baseline", "bm25", "--format")
    with answered_once("compare"):
        rows, told = output(*given, "csv", "-o", file), json.loads(output(*given, "json"))
    assert duckdb.sql(f"select distinct metric from '{file}'").fetchall() == [(f"{FULL}@3",)]
    assert rows.splitlines()[1].startswith(f"{FULL}@3,")
    assert told["better"] == {f"{FULL}@3": "higher"}
    assert {row["metric"] for row in told["comparisons"]} == {f"{FULL}@3"}


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def long_the_command_is_the_function(folder: Path, tmp_path: Path) -> None:
    found, scores = evalsql.suite(folder, "AP"), tmp_path / "scores.parquet"
    with answered_once("suite"):
        asked = ("suite", folder, "-m", "AP", "-o", scores, "--force", "--format")
        printed, rows = command.output(*asked, "json"), command.output(*asked, "csv")
    assert json.loads(printed) == {name: each.to_arrow_table().to_pylist() for name, each in found.items()}
    assert duckdb.sql(f"from '{scores}'").fetchall() == found["scores"].fetchall()
    header, *rows = csv.reader(io.StringIO(rows))
    assert header == found["leaderboard"].columns
    assert [row[1] for row in rows] == [row[1] for row in found["leaderboard"].fetchall()]


def long_a_table_fits_80_columns_and_says_what_is_missing(folder: Path) -> None:
    done = command.evalsql("suite", folder, "-m", "nDCG@10", "-m", "AP", "--top", "3", "--decimals", "2")
    lines = done.stdout.decode().splitlines()
    tables = [line for line in lines if not line.startswith(("Friedman", "splade:"))]
    assert max(map(len, tables)) <= 80
    assert lines[1].split() == ["splade+ce", "0.59", "0.65", "0.62", "0.77", "0.67", "0.66", "1"]
    assert lines[4] == "... 2 more runs; --top 5 shows all"
    assert sum(line.startswith("Friedman's test over 5 collections: chi2 = ") for line in lines) == 2
    assert lines.count("splade: no scores in touche; not averaged, not ranked.") == 2
    assert lines[-1] == "Means over 5 collections with 50 judged queries."
    assert b"warning: run splade has no scores in touche; it has no mean over collections and no rank" in done.stderr


def long_options_hold_for_all_collections(folder: Path) -> None:
    listed = folder.parent / "listed.csv"
    duckdb.sql(f"select distinct doc_id from '{suites.TRACK / 'qrels.parquet'}'").write_csv(str(listed))
    said = command.output("suite", folder, "-m", "P@10", "--candidates", listed, "--per-query", "--quiet")
    assert said.splitlines()[0].split() == ["dataset", "run", "query_id", "measure", "value"]
    assert sum(line.startswith(suites.NAMES) for line in said.splitlines()) == 24 * 10
    assert "documents that do not count dropped." in said
