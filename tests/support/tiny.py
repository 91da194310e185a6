"""The tiny collection: its files, the same as tables of Arrow, and the scores of whatever holds it."""

from functools import cache

import pyarrow as pa
import pyarrow.compute as pc
from places import FIXTURES

from evalsql import Evaluation

TINY = FIXTURES / "tiny"
FILES = GOOD_FILE, POOR_FILE, QRELS_FILE = TINY / "good.run", TINY / "poor.run", TINY / "qrels.txt"
QUERIES = ["q1", "q2", "q3", "q4", "q5", "q6", "q7"]
MEASURES = ["AP", "nDCG@10", "RBP(p=0.8)", "P@5", "Judged@5"]
RUN_COLUMNS = ("query_id", "iteration", "doc_id", "rank", "score", "run")
QRELS_COLUMNS = ("query_id", "iteration", "doc_id", "relevance")


def table_of(columns: tuple[str, ...], *files: str) -> pa.Table:
    rows = [line.split() for file in files for line in (TINY / file).read_text().splitlines()]
    numbers = {"rank": pa.int64(), "score": pa.float64(), "relevance": pa.int64()}
    texts = dict(zip(columns, zip(*rows, strict=True), strict=True))
    return pa.table({c: pa.array(texts[c]).cast(numbers.get(c, pa.string())) for c in columns if c != "iteration"})


RUNS = table_of(RUN_COLUMNS, "good.run", "poor.run")
QRELS = table_of(QRELS_COLUMNS, "qrels.txt")
GOOD, POOR = (RUNS.filter(pc.field("run") == run) for run in ("good", "poor"))


def scores(runs, qrels=QRELS_FILE, **options) -> list[tuple]:
    return Evaluation(runs, qrels, **options).score(MEASURES).fetchall()


@cache
def expected() -> list[tuple]:
    return scores([GOOD_FILE, POOR_FILE])


def average_precision(runs, qrels=QRELS_FILE, **options) -> dict[tuple[str, str], float]:
    return {(run, query): value for run, query, _, value in Evaluation(runs, qrels, **options).score("AP").fetchall()}


def sample(query: str, judged: list[tuple[str, str, int]]) -> pa.Table:
    """Judgments of a sample of a pool: document, stratum and relevance."""
    return pa.Table.from_pylist(
        [{"query_id": query, "doc_id": doc, "stratum": stratum, "relevance": rel} for doc, stratum, rel in judged]
    )
