"""RBP and its residual are those of the authors' own tools: rbp_eval, in all that its specifications say, and rbstar.

A specification is a command line, then numbers: for each query num_rel and num_ret, and for each depth num_rel_ret and,
for each p, a value and a residual; in the end the same of all queries. Where documents are tied, they share weight.
"""

import json
import shlex
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from places import COLLECTIONS

import evalsql
from evalsql.catalog.conventions import Ties

FOLDER = COLLECTIONS / "tool_fixtures" / "rbp_eval" / "rbp_eval" / "test" / "data"
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"the specifications of rbp_eval are not at {FOLDER}")
SPECIFICATIONS = [str(number) for number in range(1, 12)]
DEPTHS = (2, 5, 10)
PS = (0.5, 0.8, 0.95)
BY_RANK = {"2", "5", "6", "11"}  # which specifications say that the order is that of the column rank, or of the file
GAINS = {"7": {"top": 1}, "8": {"rel": 0.25}, "9": {"top": 4}}  # fractions; folded at .25 (-b); 1 to 4 scaled (-f)
CLOSE = 1e-4  # four digits are printed, some of them cut, not rounded


def read(name: str) -> tuple[Path, Path, list[float]]:
    """The run, the judgments and the numbers of a specification."""
    lines = (FOLDER / f"{name}.spec").read_text().splitlines()
    command, *rest = [line for line in lines if line.strip() and not line.startswith("#")]
    *_, qrels, run = shlex.split(command)
    return FOLDER / run, FOLDER / qrels, [float(number) for line in rest for number in line.split()]


def expected(numbers: list[float]) -> dict[tuple[str, int, float], tuple[float, float]]:
    """Value and residual by query, depth and p; of all queries under "all"."""
    found = {}
    given = iter(numbers)
    for query in ("1", "2", "all"):
        next(given), next(given)  # num_rel and num_ret
        for depth in DEPTHS:
            next(given)  # num_rel_ret
            for p in PS:
                found[query, depth, p] = next(given), next(given)
    assert next(given, None) is None
    return found


def connected(run: Path, qrels: Path, by_rank: bool) -> duckdb.DuckDBPyConnection:
    """The run and judgments as rbp_eval reads them, as tables."""

    def rows(path: Path) -> list[list[str]]:
        return [line.split() for line in path.read_text().splitlines() if line.strip()]

    connection = duckdb.connect()
    connection.execute("create table runs (query_id varchar, doc_id varchar, score double, run varchar)")
    for query, _, doc, rank, score, tag in rows(run):
        connection.execute(
            "insert into runs values (?, ?, ?, ?)", [query, doc, -int(rank) if by_rank else float(score), tag]
        )
    connection.execute("create table qrels (query_id varchar, doc_id varchar, relevance double)")
    for query, _, doc, relevance in rows(qrels):
        connection.execute("insert into qrels values (?, ?, ?)", [query, doc, float(relevance)])
    return connection


def evaluation(run: Path, qrels: Path, by_rank: bool, ties: Ties = "trec_eval") -> evalsql.Evaluation:
    """The same, evaluated."""
    measures = ["RBP_shared", "RBP_shared_residual"]
    return evalsql.Evaluation(connection=connected(run, qrels, by_rank), measures=measures, ties=ties)


def measures(name: str, metric: str) -> dict[tuple[int, float], evalsql.Measure]:
    """The measures of a specification by depth and p: of RBP or RBP_shared, or of their residuals."""
    gains = {} if metric.endswith("residual") else GAINS.get(name, {})
    said = {p: ",".join(f"{key}={value}" for key, value in {"p": p, **gains}.items()) for p in PS}
    return {(depth, p): evalsql.parse_measure(f"{metric}({said[p]})@{depth}") for depth in DEPTHS for p in PS}


def ours(evaluated: evalsql.Evaluation, wanted: dict) -> dict[tuple[str, int, float], float]:
    """Values of measures by query, depth and p; the means under "all"."""
    scores = evaluated.score(list(wanted.values())).fetchall()
    values = {(query, metric): value for _, query, metric, value in scores}
    ((_, *means),) = evaluated.leaderboard(list(wanted.values())).fetchall()
    found = {(query, *key): values[query, str(m)] for key, m in wanted.items() for query in ("1", "2")}
    return found | {("all", *key): mean for key, mean in zip(wanted, means, strict=True)}


def several(names: list[str]) -> evalsql.Evaluation:
    """The runs and judgments of specifications, whose queries are called after them."""
    tables: dict[str, list[pa.Table]] = {"runs": [], "qrels": []}
    for name in names:
        run, qrels, _ = read(name)
        alone = connected(run, qrels, name in BY_RANK)
        for table, found in tables.items():
            found.append(
                alone.sql(f"select * replace ('{name}-' || query_id as query_id) from {table}").to_arrow_table()
            )
    runs = pa.concat_tables(tables["runs"]).drop(["run"])
    return evalsql.Evaluation(runs, pa.concat_tables(tables["qrels"]), measures=["RBP_shared", "RBP_shared_residual"])


@pytest.mark.parametrize("names", [[name for name in SPECIFICATIONS if name not in GAINS], *([name] for name in GAINS)])
def long_every_value_and_residual_of_a_specification_is_ours(names: list[str]) -> None:
    metrics = ("RBP_shared", "RBP_shared_residual", "RBP", "RBP_residual")
    asked = {metric: measures(names[0], metric) for metric in metrics}
    rows = several(names).score([each for wanted in asked.values() for each in wanted.values()]).fetchall()
    found = {(query, metric): value for _, query, metric, value in rows}
    compared = 0
    for name in names:
        run, _, numbers = read(name)
        tied = "ties" in run.name and "noties" not in run.name
        for (query, *key), pair in expected(numbers).items():
            for place, metric in enumerate(metrics[: 2 if tied else 4]):
                text = str(asked[metric][tuple(key)])
                values = [found[f"{name}-{each}", text] for each in ("1", "2") if query in (each, "all")]
                assert sum(values) / len(values) == pytest.approx(pair[place % 2], rel=0, abs=CLOSE), (
                    name,
                    query,
                    text,
                )
                compared += 1
    # 3 rows, 3 depths, 3 p; value and residual
    assert compared == sum(54 if "noties" not in read(n)[0].name and "ties" in read(n)[0].name else 108 for n in names)


def test_plain_rbp_is_not_theirs_where_documents_are_tied() -> None:
    run, qrels, numbers = read("6")
    found = ours(evaluation(run, qrels, by_rank=True), measures("6", "RBP"))
    theirs = {key: value for key, (value, _) in expected(numbers).items()}
    assert max(abs(found[key] - theirs[key]) for key in theirs) > 0.05
    assert sorted(path.stem for path in FOLDER.glob("*.spec")) == sorted(SPECIFICATIONS)


@pytest.mark.parametrize("name", ["1", "5", "11"])
def long_rbp_averaged_over_ties_is_theirs_where_no_depth_cuts_a_tie(name: str) -> None:
    # a depth among tied documents takes in rbp_eval an even share of what all their ranks weigh
    run, qrels, numbers = read(name)
    theirs = expected(numbers)
    evaluated = evaluation(run, qrels, name in BY_RANK, ties="average")
    rows = evaluated.connection.execute(
        "select distinct query_id, tied_from, tied_to from evalsql_retrieved where tied_from < tied_to"
    ).fetchall()
    cut = {(query, depth) for query, first, last in rows for depth in DEPTHS if first <= depth < last}
    compared = 0
    for place, said in enumerate(("RBP", "RBP_residual")):
        found = ours(evaluated, measures(name, said))
        for (query, depth, p), value in found.items():
            if query != "all" and (query, depth) not in cut:
                assert value == pytest.approx(theirs[query, depth, p][place], abs=CLOSE)
                compared += 1
    assert compared == 36 - 6 * len(cut)
    assert bool(rows) == (name != "1")


def test_rbp_and_its_residual_are_the_bounds_of_rbstar() -> None:
    folder = COLLECTIONS / "golden" / "rbstar"
    evaluated = evalsql.Evaluation(str(folder / "test-one.trec.gz"), str(folder / "1-9.qrels.gz"))
    ps = (0.5, 0.8, 0.95)
    asked = [f"{name}(p={p})" for p in ps for name in ("RBP", "RBP_residual")]
    ((_, *means),) = evaluated.leaderboard(asked).fetchall()
    for p, value, residual in zip(ps, means[::2], means[1::2], strict=True):
        (bounds,) = json.loads((folder / f"out.rbp.p{p}.json").read_text())["runs"].values()
        assert value == pytest.approx(bounds["lower_bound"], abs=1e-9, rel=0)
        assert value + residual == pytest.approx(bounds["upper_bound"], abs=1e-9, rel=0)
