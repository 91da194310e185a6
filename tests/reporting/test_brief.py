"""A report in short, in Markdown and LaTeX: the numbers of evaluate and compare, and texts that are no signs."""

import re
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from places import FIXTURES

import evalsql
from evalsql.database.build import put_database
from evalsql.database.meta import Contents
from evalsql.database.target import STORAGE
from evalsql.errors import InputError
from evalsql.outputs.paper import Paper, latex_table
from evalsql.reporting.report import report
from evalsql.scoring.slices import Sliced, read_slices

TRACK = FIXTURES / "track"
RUNS = ("bm25", "dense", "splade+ce", "ql")
pytestmark = pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
NAMES = ("a_b & 50 % #1 $x$ {y} ~z^2", "<script>|*[x](y)`\\input{passwd}", "*bold* _it_ @you", "plain")


@pytest.fixture(scope="module")
def runs() -> pa.Table:
    return duckdb.sql(f"from '{TRACK}/runs.parquet' where run in {RUNS}").to_arrow_table()


@pytest.fixture(scope="module")
def scores(runs: pa.Table) -> pa.Table:
    return evalsql.evaluate(runs, str(TRACK / "qrels.parquet"), ["nDCG@10", "RBP"]).to_arrow_table()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, runs: pa.Table) -> dict[str, str]:
    """The report of some runs in both forms, without pictures."""
    folder = tmp_path_factory.mktemp("brief")
    sliced = read_slices(str(TRACK / "queries.jsonl"), "language", texts=True)
    database = made_of(folder, runs, str(TRACK / "qrels.parquet"), ["nDCG@10", "RBP", "RBP_residual"], sliced)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("evalsql.charts.files.PACKAGES", ("no_such_package",))
        for form in ("md", "tex"):
            report(folder / f"r.{form}", database, baseline="bm25")
    return {form: (folder / f"r.{form}").read_text(encoding="utf-8") for form in ("md", "tex")}


def made_of(folder: Path, runs: Any, qrels: Any, measures: Any, sliced: Sliced | None) -> Path:
    """A database without macros and curves."""
    path = folder / "eval.duckdb"
    contents = Contents((), (), STORAGE, {"live": "false"}, sliced=sliced, macros=False)
    put_database(path, runs, qrels, measures, contents, curves=(), progress=lambda *_: None, options={})
    return path


def lines_of(text: str, after: str) -> list[list[str]]:
    """The cells of the first table behind a heading of Markdown."""
    part = text[text.index(after) :]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("|")]
    return rows


@pytest.mark.parametrize("form", ["md", "tex"])
def test_means_are_those_of_evaluate(made: dict[str, str], scores: pa.Table, form: str) -> None:
    means = duckdb.sql("select run, metric, avg(value) from scores group by all").fetchall()
    assert len(means) == 8
    for run, _, mean in means:
        (line,) = [each for each in made[form].splitlines() if re.search(rf"^(\| )?[a-d] [|&] {re.escape(run)} ", each)]
        assert f"{mean:.4f}" in line


def test_marks_are_the_runs_that_are_beaten(made: dict[str, str], scores: pa.Table) -> None:
    rows = evalsql.compare(scores, measures="nDCG@10").filter("significant").to_arrow_table().to_pylist()
    board = [row for row in lines_of(made["md"], "## Leaderboard") if len(row) == 4 and row[0] in "abcd"]
    letter = {row[1]: row[0] for row in board}
    found = {row[1]: "".join(re.findall(r"<sup>(\w+)</sup>", row[2])) for row in board}
    beaten = dict.fromkeys(RUNS, "")
    for row in rows:
        better, worse = (row["run"], row["other"]) if row["difference"] > 0 else (row["other"], row["run"])
        beaten[better] = "".join(sorted(beaten[better] + letter[worse]))
    assert found == beaten
    assert any(found.values())


def test_differences_are_those_of_compare(made: dict[str, str], scores: pa.Table) -> None:
    for row in evalsql.compare(scores, measures="nDCG@10", baseline="bm25").to_arrow_table().to_pylist():
        sign = 1 if row["other"] == "bm25" else -1
        run = row["run"] if sign == 1 else row["other"]
        (line, *_) = [each for each in lines_of(made["md"], "## Comparisons") if each[0] == run]
        assert line[1].partition("<")[0] == f"{sign * row['difference']:+z.4f}"
        assert ("*" in line[1]) == row["significant"]


def test_parts_are_there_in_both_forms(made: dict[str, str]) -> None:
    for said in (
        "by language",
        "judged @10",
        "highest RBP",
        "hardest and the easiest",
        "bm25",
        "Rank-biased precision",
    ):
        assert said in made["md"]
        assert said in made["tex"]
    assert made["tex"].count("\\begin{table}") == made["tex"].count("\\end{table}") == 6


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Reports of names that are signs to Markdown and LaTeX."""
    folder = tmp_path_factory.mktemp("strange")
    rows = [(run, query, name, 9.0 - (place + at) % 4) for at, run in enumerate(NAMES) for query in NAMES
            for place, name in enumerate(NAMES)]  # fmt: skip
    columns = dict(zip(("run", "query_id", "doc_id", "score"), zip(*rows, strict=True), strict=True))
    qrels = pa.table({"query_id": NAMES, "doc_id": NAMES, "relevance": [1] * len(NAMES)})
    texts = pa.table({"query_id": NAMES, "text": [f"{name}\n\\end{{document}}" for name in NAMES]})
    for form in ("md", "tex"):
        report(
            folder / f"r.{form}", pa.table(columns), qrels, "RR", queries_text=texts, title=NAMES[0], baseline=NAMES[1]
        )
    return folder


def test_a_name_is_no_sign_in_markdown(strange: Path) -> None:
    text = (strange / "r.md").read_text(encoding="utf-8")
    assert not re.search(r"(?<!\\)<(?!sup>|/sup>)", text)
    assert "[x](y)" not in text
    assert "\\*bold\\* \\_it\\_" in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    widths = {len(re.findall(r"(?<!\\)\|", line)) for line in rows if NAMES[3] in line}
    assert widths <= {6, 5, 7, 4}


def test_a_name_is_no_sign_in_latex(strange: Path) -> None:
    text = (strange / "r.tex").read_text(encoding="utf-8")
    assert "\\end{document}" not in text
    assert "\\input{passwd}" not in text
    assert r"a\_b \& 50 \% \#1 \$x\$ \{y\} \textasciitilde{}z\textasciicircum{}2" in text


def test_a_label_of_latex_has_no_sign_that_ends_it() -> None:
    assert "\\label{tab:slices-50---_x}" in latex_table(Paper(["run"], [["a"]], 1, "said", "slices-50%{}_x"))


def test_a_picture_lies_beside_latex_where_charts_are_installed(strange: Path) -> None:
    pytest.importorskip("vl_convert")
    for name in ("r-leaderboard.pdf", "r-differences.pdf"):
        assert (strange / name).read_bytes().startswith(b"%PDF")
        included = f"\\includegraphics[width=\\linewidth]{{{name}}}"
        assert included in (strange / "r.tex").read_text(encoding="utf-8")


def test_without_charts_it_says_what_to_install(made: dict[str, str]) -> None:
    assert "includegraphics" not in made["tex"]
    assert "pip install 'evalsql[charts]'" in made["tex"]


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("r.html", {"format": "md"}, "r.html: --format md is written into a file whose name ends in .md"),
        ("r.md", {"format": "pdf"}, "unknown format 'pdf' of a report; there are html, md, tex"),
        ("r.txt", {}, "r.txt: unsupported output format '.txt'; supported: .html, .htm, .md, .tex"),
    ],
)
def test_what_cannot_be_written_is_refused(tmp_path: Path, name: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        report(tmp_path / name, "no.run", "no.qrels", "RR", **given)
    assert not (tmp_path / name).exists()
