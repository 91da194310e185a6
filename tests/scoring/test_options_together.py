"""Options together, drawn by a seed: evalsql gives what an oracle in plain Python says, in every form of input."""

import random
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb
import oracle
import pyarrow as pa
import pyarrow.csv
import pytest
from written import put

import evalsql
from evalsql import InputError

RUNS, QRELS = ("run", "query_id", "doc_id", "score", "rank"), ("query_id", "doc_id", "relevance", "subtopic")
KINDS = [{"query_id": query, "kind": "abc"[place % 3]} for place, query in enumerate(oracle.QUERIES)]
FORMS = ("mappings", "tables", "text", "csv", "parquet", "connection", "a file a run")  # the first has no subtopics


def table(columns: Iterable[str], rows: Iterable[tuple]) -> pa.Table:
    return pa.Table.from_pylist([dict(zip(columns, row, strict=False)) for row in rows])


def tables(of: oracle.World) -> dict[str, pa.Table]:
    """The collection as a table of runs and one of judgments."""
    runs = [
        (run, query, row.doc, row.score, row.rank)
        for run, rankings in of.runs.items()
        for query, rows in rankings.items()
        for row in rows
    ]
    judged = [(query, doc, level) for query, docs in of.relevance.items() for doc, level in docs.items()]
    if of.subtopics:
        judged = [(query, doc, of.subtopics[query][doc][s], s) for query, doc, _ in judged for s in "abc"]
    return {"runs": table(RUNS, runs), "qrels": table(QRELS, judged)}


def given(of: oracle.World, form: str, folder: Path, connection: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """Runs and judgments in a form, and the connection that holds them if that is the form."""
    made = tables(of)
    if form == "tables":
        return made
    if form == "mappings":
        runs = {
            run: {q: {row.doc: row.score for row in rows} for q, rows in each.items()} for run, each in of.runs.items()
        }
        return {"runs": runs, "qrels": of.relevance}
    if form == "connection":
        for kind, rows in made.items():
            connection.register("given", rows)
            connection.execute(f"create or replace table {kind} as from given")
        return {"runs": "runs", "qrels": "qrels", "connection": connection}
    if form == "text":
        lines = ["{query_id} Q0 {doc_id} {rank} {score!r} {run}".format(**row) for row in made["runs"].to_pylist()]
        judged = [{"subtopic": 0, **row} for row in made["qrels"].to_pylist()]
        put(folder / "runs", lines)
        put(folder / "qrels", ["{query_id} {subtopic} {doc_id} {relevance}".format(**row) for row in judged])
        return {"runs": folder / "runs", "qrels": folder / "qrels", "subtopics": "yes" if of.subtopics else "no"}
    if form == "csv":
        for kind, rows in made.items():
            pyarrow.csv.write_csv(rows, folder / f"{kind}.csv")
        return {kind: folder / f"{kind}.csv" for kind in made}
    files = {kind: put(folder / f"{kind}.parquet", rows) for kind, rows in made.items()}
    if form == "parquet":
        return files
    of_runs = made["runs"]
    for run in of.runs:
        rows = of_runs.filter([each == run for each in of_runs["run"].to_pylist()]).drop_columns("run")
        put(folder / "each" / f"{run}.parquet", rows)
    return {"runs": folder / "each", "qrels": files["qrels"]}


def said(options: oracle.Options) -> dict[str, Any]:
    """The options as evalsql takes them."""
    named = {name: value for name, value in vars(options).items() if value is not getattr(oracle.Options, name)}
    if "exclusions" in named:
        named["exclusions"] = table(("query_id", "doc_id"), options.exclusions or ())
    if listed := options.candidates:
        by_query = [each for each in listed if isinstance(each, tuple)]
        for_all = [(each,) for each in listed if isinstance(each, str)]
        named["candidates"] = table(("query_id", "doc_id"), by_query) if by_query else table(("doc_id",), for_all)
    if "gains" in named:
        named["gains"] = table(("query_id", "relevance", "gain"), options.gains or ())
    if "weights" in named:
        named["weights"] = table(("query_id", "subtopic", "weight"), options.weights or ())
    if "slices" in named:
        named["slices"] = pa.Table.from_pylist(KINDS)
    return named


def found(of: oracle.World, options: oracle.Options, asked: list[str], form: str, folder: Path) -> dict:
    """What evalsql gives, by the texts of measures."""
    measures = [evalsql.parse_measure(each, convention=options.convention) for each in asked]
    texts = dict(zip(map(str, measures), asked, strict=True))
    with duckdb.connect() as connection, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        everything = {**given(of, form, folder, connection), **said(options)}
        if form in ("tables", "csv") and not options.slices:  # all is kept, and any measure may be asked for
            scores = evalsql.Evaluation(**everything).score(measures)
        else:
            scores = evalsql.evaluate(measures=measures, **everything)
        rows = scores.to_arrow_table().to_pylist()
    if options.slices:
        kinds = {each["query_id"]: each["kind"] for each in KINDS}
        rows = [row for row in rows if row["attribute"] == "kind"]  # there is a row of all queries too
        assert all(row["slice"] == kinds[row["query_id"]] for row in rows)
    return {(row["run"], row["query_id"], texts[row["metric"]]): row["value"] for row in rows}


def refused(options: oracle.Options, form: str, scored: set[str]) -> str:
    """What these options are refused with together, of these queries; "" if they are not."""
    if options.ties == "average" and options.depth:
        return "depth cannot be combined with ties=average"
    if options.ties == "input" and form == "connection":
        return "the rows of a table have no order"
    if options.convention in oracle.RANKED and form == "mappings":
        return "rank is not there"
    kinds = [each["kind"] for each in KINDS if each["query_id"] in scored]
    alone = options.slices and len(kinds) == len(set(kinds)) > 1
    return "no attribute has a value that several queries share" if alone else ""


def wrong(seed: int, folder: Path) -> str:
    """What differs from the oracle in one draw; "" if nothing does."""
    dice = random.Random(seed)
    by_subtopic = dice.random() < 0.25
    of = oracle.world(dice, by_subtopic)
    options, form = oracle.drawn(dice, by_subtopic), dice.choice(FORMS[by_subtopic:])
    measures = oracle.CLASSIC | (oracle.BY_SUBTOPIC if by_subtopic and options.ties != "average" else {})
    measures = {text: measures[text] for text in dice.sample(sorted(measures), 10)}
    measures = {
        oracle.own_judged_only(text) if dice.random() < 0.25 else text: value for text, value in measures.items()
    }
    expected = oracle.scores(of, options, measures)
    if said_of := refused(options, form, {query for _, query, _ in expected}):
        with pytest.raises(InputError, match=said_of):
            found(of, options, list(measures), form, folder)
        return ""
    values = found(of, options, list(measures), form, folder)
    far = [
        f"{key}: expected {expected.get(key)}, found {values.get(key)}"
        for key in sorted(expected.keys() | values.keys())
        if (key in expected) != (key in values) or abs(expected[key] - values[key]) > 1e-9
    ]
    return f"seed {seed}, {form}, {options}: {len(far)} of {len(expected)}: {far[:4]}" if far else ""


@pytest.mark.parametrize("part", range(4))
def long_options_together_give_what_the_oracle_says(part: int, tmp_path: Path) -> None:
    assert [each for seed in range(part * 25, part * 25 + 25) if (each := wrong(seed, tmp_path))] == []


def weekly_options_together_give_what_the_oracle_says_thousands_of_times(tmp_path: Path) -> None:
    assert [each for seed in range(100, 3100) if (each := wrong(seed, tmp_path))] == []
