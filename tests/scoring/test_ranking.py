"""The ranks of the batch are those of the plain relations, whatever the order of rows, the settings and the passes.

And what the quick look at runs must not miss: missing ids and scores, and odd folders, in any number of passes.
"""

from functools import cache

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from large_track import MEASURES, QUERIES, RUNS, WHOLE, bits, put_parquet, put_trec, shuffled, track

from evalsql import Evaluation, InputError
from evalsql.catalog import relations
from evalsql.scoring import ranking

ORDERS = {
    "sorted": lambda runs: runs,
    "shuffled": shuffled,
    "by document": lambda runs: runs.sort_by([(name, "ascending") for name in ("run", "query_id", "doc_id")]),
    "by query": lambda runs: runs.sort_by([("query_id", "ascending"), ("score", "descending"), ("run", "ascending")]),
    "upside down": lambda runs: runs.take(list(range(runs.num_rows))[::-1]),
}


def with_value(table, column: str, row: int, value):
    values = table[column].to_pylist()
    values[row] = value
    return table.set_column(table.column_names.index(column), column, [values])


def plain(name: str, runs, qrels) -> list[tuple]:
    """The rows of a relation as its file says it, over tables of runs and judgments."""
    connection = duckdb.connect()
    connection.register("runs", runs)
    connection.register("given", qrels)
    connection.execute("create table qrels as select *, greatest(relevance, 0) as gain from given")
    texts = [f"{each} as ({relations.relation(each, 'runs', 'qrels')})" for each in ("retrieved", "judged", "topics")]
    judged = "semi join qrels using (query_id)" if name == "retrieved" else ""
    return connection.execute(f"with {', '.join(texts)} from {name} {judged} order by all").fetchall()


def made(evaluation: Evaluation, name: str) -> list[tuple]:
    return evaluation.connection.execute(
        f"select columns(* exclude (run, query_id)), run::varchar as run, query_id::varchar as query_id"
        f" from evalsql_{name} order by all"
    ).fetchall()


def as_made(rows: list[tuple]) -> list[tuple]:
    return sorted(
        ((*others, run, query) for run, query, *others in rows), key=lambda row: [(v is None, v) for v in row]
    )


@cache
def expected_of(name: str, depth: int | None = None) -> list[tuple]:
    """The rows of a relation of the track, or of the first documents of its rankings."""
    runs, qrels = track()
    if depth:
        runs = duckdb.sql(
            "from runs"
            f" qualify row_number() over (partition by run, query_id order by score desc, doc_id desc) <= {depth}"
        ).to_arrow_table()
    return as_made(plain(name, runs, qrels))


def assert_same_relations(order: str, depth: int | None = None, measures=((), WHOLE)) -> None:
    """Fails where the relations of an evaluation are not those that the files say."""
    runs, qrels = track()
    for asked in measures:
        evaluation = Evaluation(ORDERS[order](runs), qrels, depth=depth, measures=asked)
        for name in ("topics", "retrieved") if asked else ("judged",):
            found = sorted(made(evaluation, name), key=lambda row: [(v is None, v) for v in row])
            assert found == expected_of(name, depth), (name, order, depth)


@pytest.mark.parametrize(("order", "depth"), [("shuffled", None), ("by query", None), ("shuffled", 3)])
def test_the_relations_of_the_batch_are_those_that_the_files_say(order, depth):
    assert_same_relations(order, depth)


@pytest.mark.parametrize(
    ("order", "depth"),
    [*((order, None) for order in ("sorted", "by document", "upside down")), *(("shuffled", n) for n in (1, 44, 1000))],
)
def long_the_relations_of_the_batch_are_those_that_the_files_say(order, depth):
    assert_same_relations(order, depth)


@pytest.fixture
def counting(monkeypatch):
    """Has ranks counted rather than sorted."""
    monkeypatch.setattr("evalsql.scoring.ranking.sparse", lambda connection: True)


@pytest.mark.usefixtures("counting")
def test_counting_what_stands_above_gives_the_same_relations():
    assert_same_relations("by document", measures=((),))
    assert_same_relations("upside down", depth=3)


@pytest.mark.usefixtures("counting")
@pytest.mark.parametrize("order", ["sorted", "shuffled", "by query", "upside down"])
def long_counting_what_stands_above_gives_the_same_relations(order):
    assert_same_relations(order, measures=((),))


@pytest.mark.parametrize(("share", "steps"), [(1, {"sorted", "ties"}), (20, set())])
def test_rows_are_counted_where_few_can_be_judged_and_sorted_where_more_are(share, steps, monkeypatch):
    runs, qrels = track()
    made_by, make = set(), ranking.make
    monkeypatch.setattr(
        ranking, "make", lambda connection, name, **values: made_by.add(name) or make(connection, name, **values)
    )
    Evaluation(shuffled(runs), qrels.take(list(range(0, qrels.num_rows, share))))
    assert made_by & {"sorted", "ties"} == steps


@pytest.mark.parametrize(
    ("measures", "kept"),
    [
        (["nDCG@10", "AP", "RBP"], False),
        (["nDCG@10", "Bpref"], True),
        (["nDCG(gains={0: 0, 1: 5})@10"], False),
        (["AP", "ADM(top=3)"], True),
    ],
)
def long_documents_that_are_not_relevant_are_kept_where_a_measure_needs_them(measures, kept):
    runs, qrels = track()
    evaluation = Evaluation(runs, qrels, measures=measures, keep=False)
    held = evaluation.connection.execute("select distinct relevance > 0 from evalsql_judged").fetchall()
    assert {*held} == ({(True,), (False,)} if kept else {(True,)})
    assert bits(evaluation.score(measures)) == bits(Evaluation(runs, qrels, whole=True).score(measures))


@pytest.fixture(scope="module")
def expected() -> list[tuple]:
    """What one look at sorted tables gives."""
    runs, qrels = track()
    return bits(Evaluation(runs, qrels, measures=[*MEASURES, *WHOLE]).score([*MEASURES, *WHOLE]))


def scores_of(runs, qrels, connection=None, **settings) -> list[tuple]:
    evaluation = Evaluation(
        runs, qrels, measures=[*MEASURES, *WHOLE], keep=False, connection=connection, settings=settings or None
    )
    return bits(evaluation.score([*MEASURES, *WHOLE]))


def assert_same_bits(expected, order, path, **settings):
    runs, qrels = track()
    assert scores_of(put_parquet(path, ORDERS[order](runs)), qrels, **settings) == expected


@pytest.mark.parametrize(("order", "threads"), [("shuffled", 4), ("upside down", 1)])
def test_the_bits_are_the_same_for_every_order_and_number_of_threads(expected, order, threads, tmp_path):
    assert_same_bits(expected, order, tmp_path / "runs.parquet", threads=threads)


@pytest.mark.parametrize(("order", "threads"), [("sorted", 1), ("by document", 3), ("by query", 2)])
def long_the_bits_are_the_same_for_every_order_and_number_of_threads(expected, order, threads, tmp_path):
    assert_same_bits(expected, order, tmp_path / "runs.parquet", threads=threads)


@pytest.mark.parametrize(("order", "rows"), [("shuffled", 1), ("shuffled", 900), ("sorted", 900)])
def long_the_bits_are_the_same_in_passes_of_parquet(expected, order, rows, tmp_path, in_passes_of):
    in_passes_of(rows)
    assert_same_bits(expected, order, tmp_path / "runs.parquet")


def long_the_bits_are_the_same_in_passes_of_text(expected, tmp_path, in_passes_of):
    runs, qrels = track()
    in_passes_of(900)
    assert scores_of(put_trec(tmp_path / "text", shuffled(runs)), qrels) == expected


def long_the_bits_are_the_same_where_duckdb_need_not_keep_the_order_of_rows(expected, tmp_path):
    runs, qrels = track()
    connection = duckdb.connect(config={"preserve_insertion_order": False, "threads": 4})
    assert scores_of(put_parquet(tmp_path / "runs.parquet", shuffled(runs)), qrels, connection) == expected


def long_a_run_in_parts_of_a_folder_is_one_run_in_any_number_of_passes(expected, tmp_path, in_passes_of):
    runs, qrels = track()
    (tmp_path / "parts").mkdir()
    for start in range(0, runs.num_rows, 500):
        put_parquet(tmp_path / "parts" / f"{start:05}.parquet", shuffled(runs).slice(start, 500))
    in_passes_of(700)
    assert scores_of(str(tmp_path / "parts"), qrels) == expected


def long_a_large_file_is_read_run_by_run(tmp_path, in_passes_of):
    runs, qrels = track()
    path = put_parquet(tmp_path / "runs.parquet", runs.sort_by("run"))
    in_passes_of(700)
    told = []
    Evaluation(path, qrels, measures="AP", keep=False, progress=lambda step, done: told.append((step, done)))
    steps = [step for step, _ in told if step.startswith("ranking")]
    assert len(steps) > 3
    assert steps[0] == f"ranking, part 1 of {len(steps)}"
    done = [share for _, share in told]
    assert done == sorted(done)
    assert 0 <= done[0] <= done[-1] <= 1


def test_what_is_wrong_in_a_later_pass_is_refused(tmp_path, in_passes_of):
    runs, qrels = track()
    bad = runs.set_column(3, "score", [[*runs["score"].to_pylist()[:-1], float("nan")]])
    path = put_parquet(tmp_path / "runs.parquet", bad)
    in_passes_of(700)
    with pytest.raises(InputError, match=rf"runs.parquet, row {runs.num_rows}: score is not a number \(nan\)"):
        Evaluation(path, qrels, measures="AP", keep=False)


def test_a_judged_document_twice_is_found_in_any_pass_and_below_the_depth(tmp_path, monkeypatch, in_passes_of):
    monkeypatch.setattr("evalsql.scoring.runs.ALL_ROWS", 3)
    runs, qrels = track()
    judged = set(zip(*(qrels[name].to_pylist() for name in ("query_id", "doc_id")), strict=True))
    row = max(i for i, each in enumerate(runs.to_pylist()) if (each["query_id"], each["doc_id"]) in judged)
    again = runs.slice(row, 1)
    with pytest.raises(InputError, match="appears twice for query"):
        Evaluation(pa.concat_tables([runs, with_value(again, "score", 0, -1.0)]), qrels, depth=3)
    twice = put_parquet(tmp_path / "runs.parquet", pa.concat_tables([runs, again]))
    for size in (700, 10**6):
        in_passes_of(size)
        with pytest.raises(InputError, match="appears twice for query"):
            Evaluation(twice, qrels, measures="AP", keep=False)


def long_rows_of_queries_that_are_not_listed_are_not_looked_at(tmp_path):
    runs, qrels = track()
    pairs = zip(runs["query_id"].to_pylist(), runs["score"].to_pylist(), strict=True)
    scores = [float("nan") if query == "15" else score for query, score in pairs]
    path = put_parquet(tmp_path / "runs.parquet", runs)
    bad = put_parquet(tmp_path / "bad.parquet", runs.set_column(3, "score", [scores]))
    made = [Evaluation(each, qrels, measures=MEASURES, queries=["3", "1"], keep=False) for each in (path, bad)]
    listed = [bits(each.score(MEASURES)) for each in made]
    assert listed[0] == listed[1]
    assert {query for _, query, *_ in listed[0]} == {"1", "3"}
    assert len(listed[0]) == 2 * len(RUNS) * len(MEASURES)


def test_measures_that_were_not_named_cannot_be_asked_for_when_nothing_is_kept():
    runs, qrels = track()
    evaluation = Evaluation(runs, qrels, measures="AP", keep=False)
    assert len(evaluation.score("AP").fetchall()) == len(RUNS) * len(QUERIES)
    with pytest.raises(InputError, match="P@5 was not named when the evaluation was made"):
        evaluation.score("P@5")


def test_relations_that_no_measure_reads_are_not_made() -> None:
    runs = {"a": {"q": {"d": 1.0}}}
    qrels = pa.table({"query_id": ["q"] * 2, "doc_id": ["d"] * 2, "subtopic": ["s", "t"], "relevance": [1, 2]})
    seldom = {"evalsql_judges", "evalsql_opinions", "evalsql_priced", "evalsql_document_costs"}
    for measure, wanted in (
        ("nDCG", set()),
        ("alpha_nDCG", set()),
        ("Prefs_pair", {"evalsql_judges", "evalsql_opinions"}),
        ("RBP_cost", {"evalsql_priced", "evalsql_document_costs"}),
    ):
        made = Evaluation(runs, qrels, measures=measure, keep=False).connection
        there = {name for (name,) in made.execute("select table_name from duckdb_tables()").fetchall()}
        assert there & seldom == wanted, measure


def test_a_memory_limit_that_is_too_low_is_said(tmp_path):
    runs, qrels = track()
    with pytest.raises(InputError, match=r"^a memory limit of 3\.\d MiB is too low for this; --memory-limit"):
        Evaluation(runs, qrels, measures="AP", keep=False, settings={"memory_limit": "4MB", "threads": 2})


def test_settings_that_duckdb_does_not_have_or_that_are_for_a_connection_that_is_given_are_refused():
    for name, value in {"threads": 0, "memory_limit": "lots", "color": "red"}.items():
        with pytest.raises(InputError, match=rf"^invalid {name} {value!r}: "):
            Evaluation(*track(), settings={name: value})
    with pytest.raises(InputError, match="settings are for a connection of evalsql's own"):
        Evaluation(*track(), connection=duckdb.connect(), settings={"threads": 1})


def test_a_measure_that_is_named_twice_is_computed_once():
    evaluation = Evaluation(*track(), measures=["AP", "map", "AP"], keep=False)
    assert len(evaluation.score(["AP", "MAP"]).fetchall()) == len(RUNS) * len(QUERIES)


def long_ranks_that_contradict_scores_are_counted_over_all_passes(tmp_path, in_passes_of):
    runs, qrels = track()
    ranked = duckdb.from_arrow(runs).project("*, row_number() over (order by score asc) as rank").to_arrow_table()
    path = put_parquet(tmp_path / "runs.parquet", ranked.sort_by("run"))
    said = []
    for size in (700, 10**6):
        in_passes_of(size)
        found = Evaluation(path, qrels, measures="AP", keep=False, strict=True).warnings
        said.append([problem.text for problem in found if problem.kind == "rank contradicts score"])
    assert said[0] == said[1]
    assert len(said[0]) == 1


def long_the_bits_are_the_same_where_memory_is_short(tmp_path):
    connection = duckdb.connect()
    connection.execute(f"""
        copy (
            select 'run' || r as run, 'q' || q as query_id, 'document ' || hash(d, r, q) % 900 || ' ' || d as doc_id,
                hash(q, d, r) % 500 as score
            from range(2) as runs(r), range(40) as queries(q), range(5000) as docs(d) order by hash(r, q, d)
        ) to '{tmp_path}/runs.parquet';
        copy (
            select distinct on (query_id, doc_id) query_id, doc_id, hash(query_id, doc_id) % 3 as relevance
            from '{tmp_path}/runs.parquet' where hash(doc_id) % 9 = 0
        ) to '{tmp_path}/qrels.parquet';
    """)
    paths = f"{tmp_path}/runs.parquet", f"{tmp_path}/qrels.parquet"
    found = [
        scores_of(*paths, memory_limit=limit, temp_directory=str(tmp_path / limit), threads=threads)
        for limit, threads in (("120MB", 2), ("4GB", 1))
    ]
    assert found[0] == found[1]


SIZES = [1, 700, 10**6]


def test_an_error_of_duckdb_while_judgments_are_read_goes_on(monkeypatch):
    def judge(*given, **options) -> None:
        raise duckdb.InterruptException("Interrupted!")

    monkeypatch.setattr("evalsql.scoring.judgments.judge", judge)
    with pytest.raises(duckdb.InterruptException):
        Evaluation({"q": {"d": 1}}, {"q": {"d": 1}})


@pytest.mark.parametrize(("value", "said"), [(None, "null"), ("", "empty")])
@pytest.mark.parametrize("statistics", [True, False])
def long_a_missing_document_is_refused_with_and_without_statistics(value, said, statistics, tmp_path):
    runs, qrels = track()
    path = tmp_path / "runs.parquet"
    pq.write_table(with_value(runs, "doc_id", 7, value), path, write_statistics=statistics)
    with pytest.raises(InputError, match=rf"row 8: doc_id is {said}"):
        Evaluation(str(path), qrels)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("value", "said"), [(None, "null"), ("", "empty")])
def long_a_missing_run_is_refused_in_any_number_of_passes(value, said, size, tmp_path, in_passes_of):
    runs, qrels = track()
    in_passes_of(size)
    path = put_parquet(tmp_path / "runs.parquet", with_value(runs.sort_by("run"), "run", 7, value))
    with pytest.raises(InputError, match=rf"row 8: run is {said}"):
        Evaluation(path, qrels, measures="AP", keep=False)


@pytest.mark.parametrize("value", [None, float("nan"), float("inf")])
def test_a_score_that_is_no_number_is_refused_where_ranks_decide(value):
    runs, qrels = track()
    numbers = "select *, row_number() over (partition by run, query_id order by score desc) as rank from runs"
    connection = duckdb.connect()
    ranked = connection.register("runs", runs).sql(numbers).to_arrow_table()
    with pytest.raises(InputError, match="row 4: score is "):
        Evaluation(with_value(ranked, "score", 3, value), qrels, convention="ndeval")


def long_a_column_called_rowid_numbers_nothing(expected):
    runs, qrels = track()
    named = runs.append_column("RowID", [["x"] * runs.num_rows])
    connection = duckdb.connect().register("frame", named)
    connection.execute("create table owned as from frame; create view seen as from owned")
    for given in (named, "owned", "seen"):
        assert scores_of(given, qrels, connection) == expected


@pytest.mark.parametrize("size", SIZES)
def long_a_folder_may_hold_empty_files_in_any_pass(expected, size, tmp_path, in_passes_of):
    runs, qrels = track()
    expected = [row for row in expected if row[2] not in WHOLE]
    in_passes_of(size)
    put_trec(tmp_path / "text", runs)
    (tmp_path / "text" / "run20.run").touch()
    (tmp_path / "text" / "run4.run").write_text("# a comment, long enough to be taken for several rows\n" * 50)
    (tmp_path / "parts").mkdir()
    for start in (0, 500, 500, 1000):
        put_parquet(tmp_path / "parts" / f"{start}.parquet", runs.sort_by("run").slice(start, 500))
    put_parquet(tmp_path / "parts" / "1500.parquet", runs.sort_by("run").slice(1500))
    put_parquet(tmp_path / "parts" / "200.parquet", runs.slice(0, 0))
    for folder, empty in {"text": ["run20", "run4"], "parts": []}.items():
        evaluation = Evaluation(str(tmp_path / folder), qrels, measures=MEASURES, keep=False)
        found = bits(evaluation.score(MEASURES))
        assert [row for row in found if row[0] not in empty] == expected
        assert sorted({run for run, *_ in found} & {"run20", "run4"}) == empty
    (tmp_path / "empty.run").write_text("# no rows\n" * 100)
    with pytest.raises(InputError, match=r"empty\.run: holds no rows"):
        Evaluation([str(tmp_path / "text"), str(tmp_path / "empty.run")], qrels, measures="AP", keep=False)
