"""Slices: which queries they hold, what runs score in them, and whether differences depend on them."""

import csv
import io
import json
from collections import defaultdict
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from in_process import output, refusal
from places import FIXTURES
from written import put

import evalsql
from evalsql.scoring.slices import borders_of, read_slices

RUNS, QRELS = str(FIXTURES / "track" / "runs.parquet"), str(FIXTURES / "track" / "qrels.parquet")

IDS = [str(each) for each in range(101, 151)]


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
    pq.write_table(TRACK, tmp_path / "queries.parquet")
    return str(tmp_path / "queries.parquet")


def slices(table: object, by: object = (), ids: list[str] | None = None) -> dict[tuple[str, str], list[str]]:
    """The queries of each attribute and slice, in their order, where these queries are scored."""
    connection = duckdb.connect()
    scored = pa.table({"query_id": ids or IDS})
    connection.execute("create temp table evalsql_scores as select query_id from scored")
    assert scored.num_rows
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


def test_a_query_in_several_slices_counts_in_each() -> None:
    found = slices(queries(tags=[["a"], ["a", "b", "b"], [], [None, "b"]]), ids=IDS[:5])
    assert found == {("tags", "a"): ["101", "102"], ("tags", "b"): ["102", "104"], ("tags", "(null)"): ["103", "105"]}


def test_a_value_that_is_called_as_none_is_none() -> None:
    found = slices(queries(language=["de", "(null)", None]), ids=IDS[:3])
    assert found == {("language", "de"): ["101"], ("language", "(null)"): ["102", "103"]}


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        # equal numbers are in one part, whichever way the rows come
        ("n:quartiles", {"1 to 2": 4, "3": 1, "4 to 8": 3, "9": 2}),
        ("n:halves", {"1 to 3": 5, "4 to 9": 5}),
        ("n:3", {"below 3": 4, "3 and above": 6}),
        ("n:3,9", {"below 3": 4, "3 to below 9": 4, "9 and above": 2}),
        ("n:2.5,100", {"below 2.5": 4, "2.5 to below 100": 6}),
        ("N", {"1": 1, "2": 3, "3": 1, "4": 1, "5": 1, "8": 1, "9": 2}),
    ],
)
def long_numbers_are_cut(by: str, expected: dict[str, int]) -> None:
    numbers = [1.0, 2, 2, 2, 3, 4, 5, 8, 9, 9]
    table = queries(n=numbers)
    for order in (range(10), range(9, -1, -1)):
        found = slices(table.take(list(order)), by, IDS[:10])
        assert {slice: len(of) for (_, slice), of in found.items()} == expected
        assert list(found) == [(by.replace("N", "n"), slice) for slice in expected]


def test_lists_beside_single_values_are_lists(tmp_path: Path) -> None:
    lines = [["en", '["de", "fr"]', "7", "{}"], ["7", '["en", "7"]', '[1, null, {"a": 1}]', '"en"']]
    lines[0][0] = '"en"'
    ids, whole = iter(IDS), []
    for place, values in enumerate(lines):
        text = "".join(f'{{"query_id": "{next(ids)}", "l": {value}}}\n' for value in values)
        whole.append(put(tmp_path / f"{place}.jsonl", text))
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


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("queries.csv", "query_id,language,n,text\n007,de,1,what is it\n8,en,2,why\n9,,2,\n10,de,3,who\n"),
        ("queries.tsv", "qid\tlanguage\tn\tquery\n007\tde\t1\twhat is it\n8\ten\t2\twhy\n9\t\t2\t\n10\tde\t3\twho\n"),
        (
            "queries.jsonl",
            '{"_id": "007", "text": "what is it", "metadata": {"language": "de", "n": 1}}\n'
            '{"_id": "8", "text": "why", "metadata": {"language": "en", "n": 2}}\n'
            '{"_id": "9", "metadata": {"language": null, "n": 2}}\n'
            '{"_id": "10", "text": "who", "metadata": {"language": "de", "n": 3}}\n',
        ),
        (
            "queries.json",
            '[{"id": "007", "query": "what is it", "language": "de", "n": 1},'
            ' {"id": "8", "query": "why", "language": "en", "n": 2},'
            ' {"id": "9", "language": "", "n": 2}, {"id": "10", "query": "who", "language": "de", "n": 3}]',
        ),
    ],
)
def long_every_form_says_the_same(tmp_path: Path, name: str, text: str) -> None:
    path = put(tmp_path / name, text)
    ids = ["007", "8", "9", "10"]
    assert slices(path, "language,n,length:2", ids) == {
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


def test_the_commas_of_a_first_text_are_no_columns(tmp_path: Path) -> None:
    topics = put(tmp_path / "topics.tsv", "101\tjoin, query, and index\n102\tb\n103\tc\n")
    assert slices(topics, "length:2", IDS[:3]) == {
        ("length:2", "below 2"): ["102", "103"],
        ("length:2", "2 and above"): ["101"],
    }


def test_topics_are_an_id_a_tab_and_a_text(tmp_path: Path) -> None:
    path = put(tmp_path / "topics.txt", '1\twhat "is\n02\twhy\n')
    read = read_slices(path, "length:2")
    assert read is not None
    assert sorted(read.texts) == [("02", "why"), ("1", 'what "is')]
    with pytest.raises(evalsql.InputError, match="no attribute; --by length:quartiles cuts their texts"):
        read_slices(path)


def test_a_table_of_a_database_and_of_a_connection_are_read(tmp_path: Path) -> None:
    own = duckdb.connect(str(tmp_path / "my.duckdb"))
    own.execute("create table topics as select unnest(['1', '2', '3']) as qid, unnest(['a', 'a', 'b']) as kind")
    read = read_slices("topics", connection=own)
    own.close()
    other = read_slices(str(tmp_path / "my.duckdb") + "::topics")
    assert read is not None
    assert other is not None
    assert sorted(read.rows) == sorted(other.rows) == [
        ("kind", "1", "a", None), ("kind", "2", "a", None), ("kind", "3", "b", None)
    ]  # fmt: skip


def test_by_without_slices_and_formats_without_room_are_refused(track: str) -> None:
    for command in ("evaluate", "compare"):
        assert "--slices says which file" in refusal(command, RUNS, "--qrels", QRELS, "--by", "language")
    assert "no place for slices" in refusal("evaluate", RUNS, "--qrels", QRELS, "--slices", track, "--format", "trec")
    assert "not over slices" in refusal("compare", RUNS, "--qrels", QRELS, "--slices", track, "--test", "tukey")


@pytest.mark.filterwarnings("ignore:.*run/query pairs")
def long_attributes_with_a_value_for_each_query_are_left_out_with_a_warning() -> None:
    table = queries(language=["de", "de", "en"], url=["a", "b", "c"])
    with pytest.warns(evalsql.InputWarning, match="url: every query has a value of its own"):
        found = evalsql.compare(RUNS, QRELS, "AP", baseline="bm25", slices=table)
    assert {row[0] for row in found.select("attribute").fetchall()} == {None, "language"}


@pytest.mark.filterwarnings("ignore:.*run/query pairs")
def long_scores_say_which_slices_their_queries_are_in() -> None:
    plain = evalsql.evaluate(RUNS, QRELS, "AP").fetchall()
    found = evalsql.evaluate(RUNS, QRELS, "AP", slices=TRACK, by="tags")
    assert found.columns == ["attribute", "slice", "run", "query_id", "metric", "value"]
    held = slices(TRACK, "tags")
    expected = [(*key, *row) for key, ids in held.items() for row in plain if row[1] in ids]
    assert sorted(found.fetchall()) == sorted(expected)


@pytest.mark.filterwarnings("ignore:.*run/query pairs")
def long_curves_of_a_slice_have_the_bits_of_its_queries_alone() -> None:
    of = {"where": "run in ('bm25', 'dense')", "baseline": "bm25"}
    found = evalsql.curve(RUNS, QRELS, "nDCG@3", slices=TRACK, by="language", **of)
    names = ["run", "metric", "rank", "value", "ideal", "normalised", "distance", "difference", "better"]
    for (_, slice), ids in slices(TRACK, "language").items():
        alone = evalsql.curve(RUNS, QRELS, "nDCG@3", queries=ids, **of)
        assert alone.columns == names
        part = found.filter(f"slice = '{slice}' and queries = {len(ids)} and not small")
        assert part.select(*names).fetchall() == alone.fetchall()


def test_attributes_that_are_called_as_other_columns_or_oddly_have_columns_of_their_own(scores: Path) -> None:
    table = queries(mean=["a", "b"] * 25, mean_=["c"] * 50, **{"a'b": ["d"] * 50})
    rows = evalsql.analyse_queries(scores, slices=table)["queries"]
    assert rows.select('mean_, mean__, "a\'b"').distinct().order("all").fetchall() == [
        ("c", "a", "d"),
        ("c", "b", "d"),
    ]


def long_one_slice_of_the_queries_is_looked_at_alone(scores: Path, track: str) -> None:
    asked = ("-m", "AP", "--slices", track, "--by", "language", "--slice", "language=de", "--format", "csv")
    found = list(csv.DictReader(io.StringIO(output("queries", scores, *asked))))
    assert sorted(row["query_id"] for row in found) == slices(TRACK, "language")["language", "de"]
    assert {row["language"] for row in found} == {"de"}
    assert "there are language=de, language=en, language=(null)" in refusal(
        "queries", scores, "--slices", track, "--by", "language", "--slice", "de"
    )
    assert "--slices says which file" in refusal("queries", scores, "--part", "slices")
    assert "which table has them" in refusal("queries", scores, "--slice", "language=de")


def long_a_leaderboard_by_slice_marks_small_ones_and_counts(tmp_path: Path) -> None:
    ids = put(tmp_path / "q.csv", "query_id,kind\n" + "".join(f"{i},{'rare' if i < '105' else 'often'}\n" for i in IDS))
    for form in ("table", "markdown"):
        printed = output("evaluate", RUNS, "--qrels", QRELS, "-m", "AP", "--slices", ids, "--format", form)
        shown = printed.replace("\\", "")
        assert "often (46)" in shown
        assert "rare (4~)" in shown
        assert "fewer than 10 queries" in shown
    found = json.loads(output("evaluate", RUNS, "--qrels", QRELS, "-m", "AP", "--slices", ids, "--format", "json"))
    assert {(row["slice"], row["queries"], row["small"]) for row in found["slices"]} == {
        ("often", 46, False),
        ("rare", 4, True),
    }


def test_each_table_of_a_paper_has_a_label_of_its_own(track: str) -> None:
    where = ("--where", "run = 'bm25'")
    asked = ("evaluate", RUNS, "--qrels", QRELS, "-m", "AP", "-m", "RR", *where, "--slices", track)
    said = output(*asked, "--by", "language,hops", "--format", "latex")
    assert [each for each in range(9) if f"\\label{{tab:slices-{each}}}" in said] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("text", "by", "expected"),
    [
        ("number,language\n1,de\n", (), "no column query_id"),
        ("query_id,language\n101,de\n101,en\n102,de\n", (), "query 101 appears twice, with language de and en"),
        ("query_id,language\n101,de\n101,\n102,de\n", (), "query 101 appears twice, with language de and nothing"),
        ("query_id,kind,text\n101,a,why\n101,a,who\n", (), "query 101 appears twice, with text who and why"),
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
        ("101 0 d1 1\n101 0 d2 0\n", (), "no table of queries"),
    ],
)
def long_what_is_no_table_of_queries_gets_a_sentence(
    scores: Path, tmp_path: Path, text: str, by: str, expected: str
) -> None:
    name = "queries.csv" if "," in text else "queries.txt"
    said = refusal(
        *("queries", scores, "--slices", put(tmp_path / name, text)),
        *(["--by", by] if by else []),
    )
    assert expected in said
    assert "\n" not in said.strip()


def test_the_first_query_that_is_there_twice_is_named(scores: Path, tmp_path: Path) -> None:
    text = "query_id,language\n103,de\n103,en\n102,de\n102,en\n101,de\n104,de\n104,en\n"
    said = refusal("queries", scores, "--slices", put(tmp_path / "queries.csv", text))
    assert "query 102 appears twice, with language de and en" in said


def test_broken_json_is_refused_as_attributes(scores: Path, tmp_path: Path) -> None:
    path = put(tmp_path / "queries.jsonl", '{"query_id": "101", "language": "de"}\n{"query_id": "102", "langu\n')
    assert refusal("queries", scores, "--slices", path).startswith(f"{path}, line 2: not JSON: ")


def test_the_first_value_that_cannot_be_cut_is_named(scores: Path, tmp_path: Path) -> None:
    lines = [{"query_id": query, "n": values} for query, values in (("103", ["z"]), ("102", ["f", "e", "g", "1"]))]
    path = put(tmp_path / "queries.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    assert "cuts numbers, and query 102 has e" in refusal("queries", scores, "--slices", path, "--by", "n:halves")


@pytest.mark.parametrize("cut", ["5,2", "5,5", "inf", "2,nan", "2,", "x"])
def test_borders_that_are_no_numbers_or_do_not_rise_are_refused(cut: str) -> None:
    with pytest.raises(evalsql.InputError, match=f"by n:{cut}: .* numbers that rise, such as n:5,10"):
        borders_of(f"n:{cut}", cut)


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
