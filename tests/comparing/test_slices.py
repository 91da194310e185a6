"""Slices: which queries they hold, what is said of them, and which tables of queries are refused."""

import csv
import io
import json
from collections import defaultdict
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from command import TRACK as GIVEN
from in_process import output, refusal
from written import put

import evalsql
from evalsql.scoring.slices import borders_of, read_slices

RUNS, _, QRELS = GIVEN
IDS = [str(each) for each in range(101, 151)]
few_results = pytest.mark.filterwarnings("ignore:.*run/query pairs")


def queries(**columns: list) -> pa.Table:
    return pa.table({"query_id": IDS[: len(next(iter(columns.values())))], **columns})


LANGUAGES = [("de", "en", None)[place % 3] for place in range(50)]
TRACK = queries(
    language=LANGUAGES,
    hops=[place * place % 7 for place in range(50)],
    tags=[["a", "b"][: place % 3] for place in range(50)],
)


@pytest.fixture
def track(tmp_path: Path) -> str:
    return str(put(tmp_path / "queries.parquet", TRACK))


def slices(table: object, by: object = (), ids: list[str] | None = None) -> dict[tuple[str, str], list[str]]:
    """The queries of each attribute and slice, in their order, where these queries are scored."""
    connection = duckdb.connect()
    connection.register("scored", pa.table({"query_id": ids or IDS}))
    connection.execute("create temp table evalsql_scores as from scored")
    sliced = read_slices(table, by)
    assert sliced is not None
    sliced.put(connection)
    found = defaultdict(list)
    for attribute, slice, count, query in connection.execute(
        "select attribute, slice, queries, query_id from evalsql_slices"
        " order by attribute_place asc, place asc, query_id asc"
    ).fetchall():
        found[attribute, slice].append((query, count))
    assert all(count == len(of) for of in found.values() for _, count in of)
    return {key: [query for query, _ in of] for key, of in found.items()}


def test_each_value_is_a_slice_and_what_has_none_is_shown() -> None:
    found = slices(TRACK, "language")
    assert list(found) == [("language", "de"), ("language", "en"), ("language", "(null)")]
    for name, of in (("de", "de"), ("en", "en"), ("(null)", None)):
        assert found["language", name] == [i for i, each in zip(IDS, LANGUAGES, strict=True) if each == of]
    # a query in several slices counts in each
    found = slices(queries(tags=[["a"], ["a", "b", "b"], [], [None, "b"]]), ids=IDS[:5])
    assert found == {("tags", "a"): ["101", "102"], ("tags", "b"): ["102", "104"], ("tags", "(null)"): ["103", "105"]}
    # a value that is called as none is none
    found = slices(queries(language=["de", "(null)", None]), ids=IDS[:3])
    assert found == {("language", "de"): ["101"], ("language", "(null)"): ["102", "103"]}


def test_numbers_are_cut() -> None:
    table = queries(n=[1.0, 2, 2, 2, 3, 4, 5, 8, 9, 9])
    for by, expected in (
        # equal numbers are in one part, whichever way the rows come
        ("n:quartiles", {"1 to 2": 4, "3": 1, "4 to 8": 3, "9": 2}),
        ("n:halves", {"1 to 3": 5, "4 to 9": 5}),
        ("n:3", {"below 3": 4, "3 and above": 6}),
        ("n:3,9", {"below 3": 4, "3 to below 9": 4, "9 and above": 2}),
        ("n:2.5,100", {"below 2.5": 4, "2.5 to below 100": 6}),
        ("N", {"1": 1, "2": 3, "3": 1, "4": 1, "5": 1, "8": 1, "9": 2}),
    ):
        for order in (range(10), range(9, -1, -1)):
            found = slices(table.take(list(order)), by, IDS[:10])
            assert {slice: len(of) for (_, slice), of in found.items()} == expected
            assert list(found) == [(by.replace("N", "n"), slice) for slice in expected]


def test_lists_beside_single_values_are_lists(tmp_path: Path) -> None:
    lines = [['"en"', '["de", "fr"]', "7", "{}"], ["7", '["en", "7"]', '[1, null, {"a": 1}]', '"en"']]
    ids, whole = iter(IDS), []
    for place, values in enumerate(lines):
        objects = [f'{{"query_id": "{next(ids)}", "l": {value}}}' for value in values]
        whole.append(put(tmp_path / f"{place}.jsonl", objects))
    single = put(tmp_path / "single.csv", "query_id,l\n109,en\n110,fr\n")
    expected = {
        ("l", "1"): ["107"],
        ("l", "7"): ["103", "105", "106"],
        ("l", "de"): ["102"],
        ("l", "en"): ["101", "106", "108", "109"],
        ("l", "fr"): ["102", "110"],
        ("l", "(null)"): ["104"],
    }
    assert slices([*whole, single], "l", IDS[:10]) == expected
    assert slices([single, *whole], "l", IDS[:10]) == expected


def test_slices_and_ids_that_meet_no_scored_query_are_said() -> None:
    table = pa.table(
        {
            "query_id": ["101", "0102", "103 ", "104", "x1", "x2", "x3", "x4"],
            "lang": ["en", "en", "de", "en", "en", "fr", "es", None],
            "tags": [["a"], [], ["b", "a"], ["a"], [], ["c", "a"], ["b"], []],
            "n": [1, 2, 2, 3, 100, 200, 300, 400],
        }
    )
    connection = duckdb.connect()
    connection.execute("create temp table evalsql_scores as select unnest(['101', '102', '103', '104']) as query_id")
    sliced = read_slices(table, "lang,tags,n:50")
    assert sliced is not None
    assert [(each.text.partition(": ")[2], each.count) for each in sliced.put(connection)] == [
        ("5 slices without a scored query (first: lang=de, of query '103 ')", 5),
        ("1 query would be scored if ids were compared without blanks at their ends (first: '103 ', scored as 103)", 1),
        ("1 query would be scored if ids were compared without zeros at their start (first: 0102, scored as 102)", 1),
    ]
    every = queries(lang=["en", "de"] * 4)  # more than are scored, and no slice is lost
    sliced = read_slices(every, "lang")
    assert sliced is not None
    assert sliced.put(connection) == []


def test_attributes_with_commas_and_several_cuts_are_told_apart() -> None:
    table = queries(n=[1, 2, 2, 3], language=["de", "de", "en", "en"])
    names = [attribute for attribute, _ in slices(table, "n:2,3,language, n:halves", IDS[:4])]
    assert list(dict.fromkeys(names)) == ["n:2,3", "language", "n:halves"]
    odd = pa.table({"query_id": IDS[:4], "a,b:c": ["x", "x", "y", "y"]})
    assert list(slices(odd, ["a,b:c"], IDS[:4])) == [("a,b:c", "x"), ("a,b:c", "y")]


FORMS = {
    "queries.csv": "query_id,language,n,text\n007,de,1,what is it\n8,en,2,why\n9,,2,\n10,de,3,who\n",
    "queries.tsv": "qid\tlanguage\tn\tquery\n007\tde\t1\twhat is it\n8\ten\t2\twhy\n9\t\t2\t\n10\tde\t3\twho\n",
    "queries.jsonl": '{"_id": "007", "text": "what is it", "metadata": {"language": "de", "n": 1}}\n'
    '{"_id": "8", "text": "why", "metadata": {"language": "en", "n": 2}}\n'
    '{"_id": "9", "metadata": {"language": null, "n": 2}}\n'
    '{"_id": "10", "text": "who", "metadata": {"language": "de", "n": 3}}\n',
    "queries.json": '[{"id": "007", "query": "what is it", "language": "de", "n": 1},'
    ' {"id": "8", "query": "why", "language": "en", "n": 2},'
    ' {"id": "9", "language": "", "n": 2}, {"id": "10", "query": "who", "language": "de", "n": 3}]',
}


@pytest.mark.parametrize("name", FORMS)
def long_every_form_says_the_same(tmp_path: Path, name: str) -> None:
    path = put(tmp_path / name, FORMS[name])
    assert slices(path, "language,n,length:2", ["007", "8", "9", "10"]) == {
        ("language", "de"): ["007", "10"],
        ("language", "en"): ["8"],
        ("language", "(null)"): ["9"],
        ("n", "1"): ["007"],
        ("n", "2"): ["8", "9"],
        ("n", "3"): ["10"],
        ("length:2", "below 2"): ["10", "8"],
        ("length:2", "2 and above"): ["007"],
        ("length:2", "(null)"): ["9"],
    }
    read = read_slices(path)
    assert read is not None
    assert sorted(read.texts) == [("007", "what is it"), ("10", "who"), ("8", "why")]


def test_topics_are_an_id_a_tab_and_a_text(tmp_path: Path) -> None:
    # the commas of a first text are no columns
    topics = put(tmp_path / "topics.tsv", "101\tjoin, query, and index\n102\tb\n103\tc\n")
    expected = {("length:2", "below 2"): ["102", "103"], ("length:2", "2 and above"): ["101"]}
    assert slices(topics, "length:2", IDS[:3]) == expected
    path = put(tmp_path / "topics.txt", '1\twhat "is\n02\twhy\n')
    read = read_slices(path, "length:2")
    assert read is not None
    assert sorted(read.texts) == [("02", "why"), ("1", 'what "is')]
    with pytest.raises(evalsql.InputError, match="no attribute; --by length:quartiles cuts their texts"):
        read_slices(path)
    read = read_slices(put(tmp_path / "headed.tsv", "query_id\ttext\n1\ta b\n2\tc\n"), "length:2")
    assert read is not None
    assert sorted(read.texts) == [("1", "a b"), ("2", "c")]


def test_a_table_of_a_database_and_of_a_connection_are_read(tmp_path: Path) -> None:
    own = duckdb.connect(str(tmp_path / "my.duckdb"))
    own.execute("create table topics as select unnest(['1', '2', '3']) as qid, unnest(['a', 'a', 'b']) as kind")
    read = read_slices("topics", connection=own)
    own.close()
    other = read_slices(str(tmp_path / "my.duckdb") + "::topics")
    assert read is not None
    assert other is not None
    expected = [("kind", "1", "a", None), ("kind", "2", "a", None), ("kind", "3", "b", None)]
    assert sorted(read.rows) == sorted(other.rows) == expected


@few_results
def long_attributes_with_a_value_for_each_query_are_left_out_with_a_warning() -> None:
    table = queries(language=["de", "de", "en"], url=["a", "b", "c"])
    with pytest.warns(evalsql.InputWarning, match="url: every query has a value of its own"):
        found = evalsql.compare(RUNS, QRELS, "AP", baseline="bm25", slices=table)
    assert {row[0] for row in found.select("attribute").fetchall()} == {None, "language"}


@few_results
def long_scores_say_which_slices_their_queries_are_in() -> None:
    plain = evalsql.evaluate(RUNS, QRELS, "AP").fetchall()
    found = evalsql.evaluate(RUNS, QRELS, "AP", slices=TRACK, by="tags")
    assert found.columns == ["attribute", "slice", "run", "query_id", "metric", "value"]
    held = slices(TRACK, "tags")
    expected = [(*key, *row) for key, ids in held.items() for row in plain if row[1] in ids]
    assert sorted(found.fetchall()) == sorted(expected)


@few_results
def long_curves_of_a_slice_have_the_bits_of_its_queries_alone() -> None:
    of = {"where": "run in ('bm25', 'dense')", "baseline": "bm25"}
    found = evalsql.curve(RUNS, QRELS, "nDCG@3", slices=TRACK, by="language", **of)
    names = ["run", "metric", "rank", "value", "ideal", "normalised", "distance", "difference", "better"]
    for (_, slice), ids in slices(TRACK, "language").items():
        alone = evalsql.curve(RUNS, QRELS, "nDCG@3", queries=ids, **of)
        assert alone.columns == names
        part = found.filter(f"slice = '{slice}' and queries = {len(ids)} and not small")
        assert part.select(*names).fetchall() == alone.fetchall()


@pytest.mark.filterwarnings("ignore")
def long_a_slice_has_the_bits_of_its_queries_alone(track: str, tmp_path: Path) -> None:
    asked = ("--qrels", QRELS, "-m", "nDCG@10", "-m", "GMAP", "-m", "NumRelRet", "--format", "csv")
    printed = output("evaluate", RUNS, *asked, "--slices", track, "--by", "language")
    rows = list(csv.reader(io.StringIO(printed)))
    held = slices(TRACK, "language")
    assert {(row[0], row[1]) for row in rows[1:]} == {("", ""), *held}
    for (attribute, slice), ids in [(("", ""), IDS), *held.items()]:
        alone = output("evaluate", RUNS, *asked, "--queries", put(tmp_path / "ids.txt", "\n".join(ids)))
        part = [row for row in rows if row[:2] == [attribute, slice]]
        assert [row[4:] for row in part] == list(csv.reader(io.StringIO(alone)))[1:]
        assert {tuple(row[2:4]) for row in part} == {(str(len(ids)), "false") if slice else ("", "")}


def test_attributes_that_are_called_as_other_columns_or_oddly_have_columns_of_their_own(scores: Path) -> None:
    table = queries(mean=["a", "b"] * 25, mean_=["c"] * 50, **{"a'b": ["d"] * 50})
    rows = evalsql.analyse_queries(scores, slices=table)["queries"]
    found = rows.select('mean_, mean__, "a\'b"').distinct().order("all").fetchall()
    assert found == [("c", "a", "d"), ("c", "b", "d")]


def long_queries_have_their_texts_and_attributes(scores: Path) -> None:
    table = TRACK.append_column("text", pa.array([f"what is {each}" for each in IDS]))
    found = evalsql.analyse_queries(scores, None, "AP", slices=table, by="language,tags")
    plain = evalsql.analyse_queries(scores, None, "AP")
    columns = plain["queries"].columns
    assert found["queries"].columns == [*columns, "language", "tags", "text"]
    assert found["queries"].select(*columns).fetchall() == plain["queries"].fetchall()
    held = slices(TRACK, "language,tags")
    for query, language, tags, text in found["queries"].select("query_id, language, tags, text").fetchall():
        assert query in held["language", language]
        assert {slice for slice in ("a", "b", "(null)") if query in held["tags", slice]} == set(tags.split(", "))
        assert text == f"what is {query}"
    means = dict(plain["queries"].select("query_id, mean").fetchall())
    for attribute, slice, count, mean, lowest, best in (
        found["slices"].select("attribute, slice, queries, mean, lowest, best_run").fetchall()
    ):
        ids = held[attribute, slice]
        assert (count, lowest) == (len(ids), min(means[each] for each in ids))
        assert mean == pytest.approx(np.mean([means[each] for each in ids]), abs=1e-12)
        board = evalsql.compare(scores, None, "AP", queries=ids, best=True).select("run").limit(1).fetchall()
        assert board == [(best,)]


def long_one_slice_of_the_queries_is_looked_at_alone(scores: Path, track: str, rows) -> None:
    asked = ("--slices", track, "--by", "language", "--slice")
    found = rows("queries", scores, "-m", "AP", *asked, "language=de")
    assert sorted(row["query_id"] for row in found) == slices(TRACK, "language")["language", "de"]
    assert {row["language"] for row in found} == {"de"}
    for words, said in (
        ((*asked, "de"), "there are language=de, language=en, language=(null)"),
        (("--part", "slices"), "--part slices needs --slices"),
        (("--slice", "language=de"), "which table has them"),
    ):
        assert said in refusal("queries", scores, *words)


def long_a_leaderboard_by_slice_marks_small_ones_and_counts(tmp_path: Path) -> None:
    ids = put(tmp_path / "q.csv", ["query_id,kind", *(f"{i},{'rare' if i < '105' else 'often'}" for i in IDS)])
    asked = ("evaluate", RUNS, "--qrels", QRELS, "-m", "AP", "--slices", ids, "--format")
    for form in ("table", "markdown"):
        printed = output(*asked, form).replace("\\", "")
        assert [said for said in ("often (46)", "rare (4~)", "fewer than 10 queries") if said not in printed] == []
    found = {(row["slice"], row["queries"], row["small"]) for row in json.loads(output(*asked, "json"))["slices"]}
    assert found == {("often", 46, False), ("rare", 4, True)}


def test_each_table_of_a_paper_has_a_label_of_its_own(track: str) -> None:
    asked = ("evaluate", RUNS, "--qrels", QRELS, "-m", "AP", "-m", "RR", "--where", "run = 'bm25'", "--slices", track)
    said = output(*asked, "--by", "language,hops", "--format", "latex")
    assert [each for each in range(9) if f"\\label{{tab:slices-{each}}}" in said] == [1, 2, 3, 4]


def test_slices_without_a_file_or_room_or_with_borders_that_do_not_rise_are_refused(track: str) -> None:
    for command, words, said in (
        ("evaluate", ("--by", "language"), "--by needs --slices"),
        ("compare", ("--by", "language"), "--by needs --slices"),
        ("compare", ("--slices", track, "--test", "tukey"), "not over slices"),
    ):
        assert said in refusal(command, RUNS, "--qrels", QRELS, *words)
    for cut in ("5,2", "5,5", "inf", "2,nan", "2,", "x"):
        with pytest.raises(evalsql.InputError, match=f"by n:{cut}: .* numbers that rise, such as n:5,10"):
            borders_of(f"n:{cut}", cut)


UNFIT = [
    ("number,language\n1,de\n", (), "no column query_id"),
    ("query_id,language\n101,de\n101,en\n102,de\n", (), "query 101 appears twice, with language de and en"),
    ("query_id,language\n101,de\n101,\n102,de\n", (), "query 101 appears twice, with language de and nothing"),
    ("query_id,kind,text\n101,a,why\n101,a,who\n", (), "query 101 appears twice, with text who and why"),
    # the first that appears twice
    ("query_id,l\n103,d\n103,e\n102,d\n102,e\n101,d\n104,d\n104,e\n", (), "query 102 appears twice, with l d and e"),
    ("query_id,language\n101,de\n", "lang", "no attribute lang; it has language"),
    ("query_id,language\n1,de\n2,de\n", (), "none of its queries is scored; it has 1, and scored is 101"),
    ("query_id,n\n101,1\n102,2\n103,3\n", "n", "n has 3 values for as many queries, each of which would be"),
    ("query_id,n\n101,1\n102,2\n103,3\n", (), "no attribute has a value that several queries share"),
    ("query_id,language\n101,de\n102,en\n", "language:halves", "cuts numbers, and query 101 has de"),
    ("query_id,n\n101,1\n102,1\n", "n:5,2", "numbers that rise, such as n:5,10"),
    ("query_id,n\n101,1\n102,1\n", "n:sixths", "quintiles or deciles was expected"),
    ("query_id,n\n,1\n102,1\n", (), "query_id is null or empty in 1 of 2 rows"),
    ("query_id,n\n101,\n102,\n7,1\n", "n", "no scored query has a value of n"),
    ("query_id,n,n\n101,1,2\n102,1,2\n", "n", "has columns n and n, which are one name in DuckDB"),
    ("query_id,n\n", (), "holds no rows"),
    ("", (), "holds no rows"),
    ("query_id,a,b\n101,2,3\n102,3\n", (), "line 3: 2 columns where the header has 3"),
    ("101 0 d1 1\n101 0 d2 0\n", (), "not a table of queries"),
    # the first value that cannot be cut
    ('{"query_id": "103", "n": ["z"]}\n{"query_id": "102", "n": ["f", "e", "1"]}\n', "n:halves", "query 102 has e"),
    ('{"query_id": "101", "l": "de"}\n{"query_id": "102", "l\n', (), ".jsonl, line 2: not JSON: "),
]


def long_what_is_no_table_of_queries_gets_a_sentence(scores: Path, tmp_path: Path) -> None:
    for text, by, expected in UNFIT:
        name = "queries.jsonl" if text.startswith("{") else "queries.csv" if "," in text else "queries.txt"
        said = refusal("queries", scores, "--slices", put(tmp_path / name, text), *(["--by", by] if by else []))
        assert expected in said
        assert "\n" not in said.strip()
