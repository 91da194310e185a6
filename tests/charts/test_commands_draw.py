"""Commands draw: pictures of measures, judgments, slices and suites become SVG, whatever runs are called."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from in_process import whole
from pictures import scores_of

NAMES = ("<script>alert(1)</script>", 'it\'s "quoted" & more', "مسترجع \N{DUCK}", "x" * 70)
LINES = {name: [0.1 * place + 0.05 * query for query in range(4)] for place, name in enumerate(NAMES)}
KINDS = "query_id,kind\nq0,<b>\nq1,<b>\nq2,hard\nq3,hard\n"
DRAWN = [
    ("correlate scores.parquet -c kendall", "<script>alert", False),
    ("correlate scores.parquet --picture scatter", "&lt;script&gt;alert", True),
    ("correlate runs.csv --documents", "&lt;script&gt;alert", True),
    ("discriminate scores.parquet --method levels --test paired_t", "AP (", True),
    ("discriminate scores.parquet --method levels --test sign --picture log-levels", "0.0001", True),
    ("queries scores.parquet", "How hard 4 queries are", True),
    ("sweep runs.csv --qrels qrels.csv -m RBP --over p=0.2,0.8", "Places of runs", True),
    ("sweep runs.csv --qrels qrels.csv -m RBP --over p=0.2,0.8 --picture scores", "Means of runs", True),
    ("pool runs.csv --qrels qrels.csv -m AP --depths 1,2", "depth of the pool", True),
    ("pool runs.csv --qrels qrels.csv -m AP --depth 1 --leave-out run", "the pool without the run", True),
    ("pool runs.csv --qrels qrels.csv -m AP --sample-queries 2 --times 2", "2 samples", True),
    ("describe qrels.csv", "Documents by relevance", True),
    ("describe qrels.csv other.csv --picture overlap", "kappa", True),
    ("evaluate runs.csv --qrels qrels.csv --slices kinds.csv --picture slices", "&lt;b&gt; (2)", True),
    ("compare scores.parquet -m AP --baseline {1} --slices kinds.csv --picture slices", "&lt;b&gt; (2)", True),
    ("gate one.parquet --baseline two.parquet --margin 0.2", "upright marks", True),
    ("evaluate --by-dataset all.csv --qrels qrels_all.csv", "2 collections", True),
    ("evaluate --by-dataset all.csv --qrels qrels_all.csv --picture critical_difference", "2 collections", True),
    ("log history.duckdb -m AP", "The best run of each", True),
]
REFUSED = [
    ("discriminate scores.parquet", "--plot draws the p-values of --method levels, not of power"),
    ("correlate runs.csv --documents --picture scatter", "no scores to scatter"),
    ("describe qrels.csv --picture overlap", "shows two sets of judgments; name another one"),
    ("evaluate runs.csv --qrels qrels.csv --picture slices", "--slices says which file has the kinds"),
    ("evaluate runs.csv --qrels qrels.csv --picture suite", "--picture suite is of a suite"),
    ("compare scores.parquet --picture slices", "differ from a --baseline on each kind of query of --slices"),
    ("evaluate --by-dataset all.csv --qrels qrels_all.csv --picture leaderboard", "of a suite there are suite or"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Inputs of all commands, whose runs have strange names."""
    made = tmp_path_factory.mktemp("drawn")
    other = {name: values[::-1] for name, values in LINES.items()}
    pq.write_table(pa.concat_tables([scores_of(LINES), scores_of(other, "P@5")]), made / "scores.parquet")
    for file, name in (("one", NAMES[0]), ("two", NAMES[1])):
        pq.write_table(scores_of({name: LINES[name]}), made / f"{file}.parquet")
    quoted = ['"' + name.replace('"', '""') + '"' for name in NAMES]
    rows = [
        f"{name},q{query},d{(place + query + rank) % 5},{9 - rank}\n"
        for place, name in enumerate(quoted)
        for query in range(4)
        for rank in range(4)
    ]
    judged = [f"q{query},d{document},{(query + document) % 3}\n" for query in range(4) for document in range(4)]
    (made / "runs.csv").write_text("run,query_id,doc_id,score\n" + "".join(rows))
    (made / "qrels.csv").write_text("query_id,doc_id,relevance\n" + "".join(judged))
    (made / "other.csv").write_text("query_id,doc_id,relevance\n" + "".join(judged[3:]) + "q0,d9,1\n")
    sets = ("a", "b")
    (made / "all.csv").write_text(
        "dataset,run,query_id,doc_id,score\n" + "".join(f"{s},{r}" for s in sets for r in rows)
    )
    (made / "qrels_all.csv").write_text(
        "dataset,query_id,doc_id,relevance\n" + "".join(f"{s},{r}" for s in sets for r in judged)
    )
    (made / "kinds.csv").write_text(KINDS)
    for label in ("old", "new"):
        words = ["evaluate", "runs.csv", "--qrels", "qrels.csv", "-m", "AP", "-o", "history.duckdb", "--append"]
        assert whole([*words, "--label", label], made).status == 0
    return made


def words_of(line: str) -> list[str]:
    return [word.format(*NAMES) for word in line.split()]


@pytest.mark.quick(7)
@pytest.mark.parametrize(("line", "text", "there"), DRAWN, ids=[line for line, _, _ in DRAWN])
def test_a_picture_is_written(folder: Path, tmp_path: Path, line: str, text: str, there: bool) -> None:
    done = whole([*words_of(line), "--plot", tmp_path / "out.svg", "--width", "84mm"], folder)
    assert done.status in (0, 1), done.said  # a gate may fail
    assert f"wrote {tmp_path / 'out.svg'}" in done.said
    svg = (tmp_path / "out.svg").read_text()
    assert (text in svg) == there
    assert "<script" not in svg


@pytest.mark.quick(3)
@pytest.mark.parametrize(("line", "sentence"), REFUSED, ids=[line for line, _ in REFUSED])
def test_a_picture_that_cannot_be_is_refused(folder: Path, tmp_path: Path, line: str, sentence: str) -> None:
    done = whole([*line.split(), "--plot", tmp_path / "out.svg"], folder)
    assert (done.status, done.output) == (2, "")
    assert sentence in done.said
    assert not (tmp_path / "out.svg").exists()
