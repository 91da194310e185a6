"""TREC text is the same, or refused alike, read by DuckDB's own reader or split into words, whatever ends its lines.

A reader is only fast where a file is regular, and every file that is not must be found out.
"""

from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import plain_reading
import pytest
from databases import new_database
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import read, unread
from written import as_gzip, pipe, put

from evalsql import Evaluation, InputError, check
from evalsql.inputs import views
from evalsql.inputs.checks.problems import problems_alone
from evalsql.inputs.formats import trec

GOOD = b"q1 Q0 d1 1 3 x\nq1 Q0 d2 2 2.5 x\n"
LAST = b"q2 Q0 d1 1 1e-3 x\n"
TABS = GOOD.replace(b" ", b"\t")
SCORES = ["1_000", "1e400", "-1e400", "nan", "-NaN", "inf", "Infinity", "two", "2.0abc", "2,5", "+5", ".5", "5.", "1e5"]
SCORES += ["1E-5", "1e", "0x10", "-0.0", "1e-400", "0" * 400 + "1", "true", "NULL", "1\u00a0", "\x0b1", "4.9e-324"]
SCORES += ["0.1000000000000000055511151231257827", "12345678901234567890", "1.7976931348623157e308"]
REGULAR = {
    "one blank": GOOD + LAST,
    "one tab": TABS + LAST.replace(b" ", b"\t"),
    "no end of line": GOOD + LAST.rstrip(),
    "one line without an end": LAST.rstrip(),
    "blank lines": b"".join([GOOD, b"\n\n", LAST, b"\n\n"]),
    "several tags": GOOD + LAST.replace(b"x", b"y"),
    "a tag that begins another": GOOD + b"q3 Q0 d1 1 1 xy\n",
    "quotes": GOOD + b'"q 3" Q0 \'d1 1 1 x\n'.replace(b" 3", b"3") + b'q4 "" d\\ 1 1 x\n' + LAST,
    "words of other tongues": GOOD + "NULL null NaN 1 1 x\nfrüh Q0 文書 1 1 x\n".encode() + LAST,
    "blanks that are none": GOOD + "q3 Q0 d\u00a01\u2028\x0b\x0c\x1c\x85 1 1 x\n".encode() + LAST,
    "a # in an id": GOOD + b"q#3 #Q0 #d1 1 1 x\n" + LAST,
    "a trailing blank": GOOD + b"q3 Q0 d1 1 1 x \n" + LAST,
    "a BOM below the first line": GOOD + b"\xef\xbb\xbfq3 Q0 d1 1 1 x\n" + LAST,
    "ranks that are none": GOOD + b"q3 Q0 d1 - 1 x\nq3 Q0 d2 1_000 1 x\nq3 Q0 d3 1.5 1 x\n" + LAST,
    "one document twice": GOOD + b"q1 Q0 d1 3 1 x\n" + LAST,
    **{f"score {score[:9]}": GOOD + f"q3 Q0 d1 1 {score} x\nq1 Q0 d1 1 9 x\n".encode() + LAST for score in SCORES},
}

IRREGULAR = {
    "nothing": b"",
    "an end of line": b"\n",
    "a comment first": b"# made by hand\n" + GOOD,
    "a comment of six words first": b"# c d e f g\n" + GOOD,
    "a comment": GOOD + b"# made by hand\n" + LAST,
    "a comment of six words": GOOD + b"# d e 1 1 x\n" + LAST,
    "a comment with the fields of a row": GOOD + b"#1 Q0 d1 1 1 x\n" + LAST,
    "a comment last": GOOD + b"# d e 1 1 x\n",
    "a comment after a blank": GOOD + b" # c d e f g\n" + LAST,
    "CR LF": GOOD.replace(b"\n", b"\r\n"),
    "CR LF in one line": GOOD + LAST.replace(b"\n", b"\r\n") + GOOD.replace(b"q", b"p"),
    "CR LF first": GOOD.replace(b"\n", b"\r\n", 1) + LAST,
    "CR": GOOD.replace(b"\n", b"\r"),
    "CR in an id": GOOD + b"q3 Q0 d\r1 1 1 x\n" + LAST,
    "a BOM": b"\xef\xbb\xbf" + GOOD,
    "two bytes a letter": GOOD.decode().encode("utf-16"),
    "a leading blank": b" " + GOOD,
    "a leading blank below": GOOD + b" " + LAST + GOOD.replace(b"q", b"p"),
    "a leading blank and no tag": GOOD + b" q3 Q0 d1 1 1\n" + LAST,
    "a doubled blank": GOOD + b"q3 Q0  d1 1 1 x\n" + LAST,
    "a doubled blank and no tag": GOOD + b"q3 Q0  d1 1 x\n" + LAST,
    "a doubled blank and no tag last": GOOD + b"q3 Q0  d1 1 x\n",
    "a doubled blank in all lines": GOOD.replace(b" Q0 ", b"  Q0  "),
    "doubled tabs and no tag": TABS + b"q3\t\tQ0\td1\t1\tx\n" + TABS.replace(b"q", b"p"),
    "a tab in a field": GOOD + b"q3 Q0 d\t1 1 1 x\n" + LAST,
    "a tab for a blank": GOOD + b"q3\tQ0 d1 1 1 x\n" + LAST,
    "a tab at the end": GOOD + b"q3 Q0 d1 1 1 x\t\n" + LAST,
    "a blank in a field": TABS + b"q3\tQ0\td 1\t1\t1\tx\n" + TABS.replace(b"q", b"p"),
    "five fields": GOOD + b"q3 Q0 d1 1 1\n" + LAST,
    "five fields first": b"q3 Q0 d1 1 1\n" + LAST,
    "five fields last": GOOD + b"q3 Q0 d1 1 1\n",
    "two fields": GOOD + b"q3 Q0\n" + LAST,
    "two fields and a blank": GOOD + b"q3 Q0 \n" + LAST,
    "seven fields": GOOD + b"q3 Q0 d1 1 1 x more\n" + LAST,
    "seven fields in all lines": GOOD.replace(b"x", b"x more"),
    "a line of a blank": GOOD + b" \n" + LAST,
    "a line of five blanks": GOOD + b"     \n" + LAST,
    "a blank last": GOOD + LAST + b" ",
    "NUL in an id": GOOD + b"q3 Q0 d\x001 1 1 x\n" + LAST,
    "NUL in Q0": GOOD + b"q3 Q\x000 d1 1 1 x\n" + LAST,
    "NUL in a score": GOOD + b"q3 Q0 d1 1 1\x00 x\n" + LAST,
    "NUL at the end of a line": GOOD + b"q3 Q0 d1 1 1 x\x00\n" + LAST,
    "NUL in a line of its own": GOOD + b"\x00\n" + LAST + b"q4 Q0 d1 1 two x\n",
    "not UTF-8": GOOD + b"q3 Q0 d\xff 1 1 x\n" + LAST,
    "not UTF-8 in Q0": GOOD + b"q3 Q\xff d1 1 1 x\n" + LAST,
    "not UTF-8 in a tag": GOOD + b"q3 Q0 d1 1 1 x\xff\n" + LAST,
    "not UTF-8 in the first tag": GOOD.replace(b"x", b"x\xff"),
    "cut short in the tag": GOOD.replace(b"x", b"bm25") + b"q3 Q0 d1 1 1 bm",
    "cut short before the tag": GOOD + b"q3 Q0 d1 1 1 ",
    "cut short in the score": GOOD + b"q3 Q0 d1 1 1",
    "cut short in the id": GOOD + b"q3 Q0 d",
    "another tag without an end of line": GOOD + b"q3 Q0 d1 1 1 other",
    "another tag between": GOOD + b"q3 Q0 d1 1 1 X\n" + LAST,
    "a line longer than any reader takes": GOOD + b"q3 Q0 " + b"d" * 3_000_000 + b" 1 1 x\n" + LAST,
    "a first line longer than is looked at": b"q1 Q0 " + b"d" * 5000 + b" 1 3 x\n" + GOOD,
    "a last line longer than is looked at": GOOD + b"q3 Q0 " + b"d" * 5000 + b" 1 3 x\n",
}

REFUSED = ("not UTF-8", "two bytes", "cut short in the tag", "a line longer")
SPOILED = ["q1  Q0 d1 1 1", "q1 Q0 d1 1 1", "q1 Q0 d1 1 1 x y", "# Q0 d1 1 1 x", "q1 Q0 d\0 1 1 x", "q1 Q0 d1 1 1 x\r"]
SPOILED += ["", " ", "     ", " q1 Q0 d1 1 1 x", "q1 Q0 d1 1 1 x ", "q1\tQ0 d1 1 1 x", "q1 Q0 d\t1 1 1 x"]
SPOILED += ["q1 Q0 d1 1 1 ", "#"]

ROWS = {
    "runs": ["q1 Q0 d1 1 3 x", "q1 Q0 d2 2 2 x", "q2 Q0 d3 1 1 x"],
    "qrels": ["q1 0 d1 1", "q1 0 d2 0", "q2 0 d3 2"],
}
BAD = {"runs": "q3 Q0 d4 1 two x", "qrels": "q3 0 d4 two"}
BEFORE, BETWEEN, BEHIND = ("", " ", "\t"), (" ", "\t", "  ", " \t"), ("", " ", "\t", "  ", "\t ")
ENDS = ("\n", "\r\n", "\r")
WORD = st.sampled_from(["q1", "d1", "x", "1", "2", "-3.5", "nan", "1_0", "x#", "#", "é", '"', "'", "\\", "Q0"])
FIELDS = st.tuples(
    st.sampled_from(["q1", "q2", "Q1"]), WORD, WORD, WORD, st.sampled_from(["1", "2.5", "1_0", "two"]), st.just("x")
)
LINES = st.one_of(*[FIELDS.map(" ".join)] * 7, st.sampled_from(SPOILED))


def outcome(folder: Path, given: Sequence[Path | str], connection: duckdb.DuckDBPyConnection | None = None) -> object:
    """All that comes of reading runs: rows with their lines, the runs of files and the problems; or the refusal."""
    connection = connection or new_database()
    try:
        sources = views.read(connection, list(given), "runs", folder)
    except InputError as error:
        return str(error).replace(str(folder), "")
    rows = []
    for source in sources:
        found = connection.execute(
            "select run, query_id, doc_id, score::varchar, rank::varchar, file, row"
            f" from ({source.rows}) order by file asc, row asc"
        ).fetchall()
        assert {each.label for each in source.files} >= {row[-2] for row in found}
        numbers = connection.execute(f"select n, run, doc_id from ({source.numbered}) order by n asc").fetchall()
        place = {file.label: number << 40 for number, file in enumerate(source.files)}
        assert sorted(numbers) == sorted((place[row[-2]] + row[-1] - 1, row[0], row[2]) for row in found)
        rows += [(*row[:-1], source.find(*row[-2:])) for row in found]
    runs = {file.label: file.run for source in sources for file in source.files}
    return (
        sorted(rows, key=lambda row: row[5]),
        runs,
        [problem.text for problem in problems_alone(connection, "runs", sources)],
    )


def by_words(monkeypatch: pytest.MonkeyPatch, look: Callable[[], object]) -> object:
    """An outcome where no file is taken for regular."""
    with monkeypatch.context() as patch:
        patch.setattr(trec, "look", lambda file: None)
        return look()


def alike(monkeypatch: pytest.MonkeyPatch, folder: Path, given: Sequence[Path | str]) -> Any:
    """An outcome, which is the same where no file is taken for regular."""
    found = outcome(folder, given)
    assert found == by_words(monkeypatch, lambda: outcome(folder, given))
    return found


@pytest.fixture
def split(monkeypatch) -> list[str]:
    """The labels of all files whose lines are split into words from now on."""
    labels: list[str] = []
    read_words = trec.read_words

    def spy(connection, files, kind):
        labels.extend(file.label for file in files)
        return read_words(connection, files, kind)

    monkeypatch.setattr(trec, "read_words", spy)
    return labels


def long_regular_files_in_one_call_are_not_split_and_irregular_ones_change_nothing(tmp_path, monkeypatch, split):
    paths = [put(tmp_path / f"{name}.run", text) for name, text in REGULAR.items()]
    outcome(tmp_path, paths)
    assert split == []
    alike(monkeypatch, tmp_path, paths)
    paths += [put(tmp_path / f"{name}.run", IRREGULAR[name]) for name in IRREGULAR if not name.startswith(REFUSED)]
    alike(monkeypatch, tmp_path, paths)


def test_a_file_that_has_another_tag_between_is_split_into_words(tmp_path, split):
    path = put(tmp_path / "a.run", IRREGULAR["another tag between"])
    rows, *_ = outcome(tmp_path, [path])
    assert split == [str(path)]
    assert {row[0] for row in rows} == {"x", "X"}


def long_an_irregular_file_is_split_into_words(tmp_path, split):
    for name, text in IRREGULAR.items():
        path = put(tmp_path / "a.run", text)
        split.clear()
        outcome(tmp_path, [path])
        assert split == [str(path)], name


def long_files_are_the_same_read_some_after_the_others(tmp_path, monkeypatch, split):
    for texts in ([GOOD] * 5, [GOOD, LAST, TABS, GOOD, LAST, GOOD + LAST.replace(b"x", b"y"), GOOD]):
        monkeypatch.setattr(trec, "TOGETHER", 1000)
        paths = [put(tmp_path / f"{place}.run", text) for place, text in enumerate(texts)]
        found = alike(monkeypatch, tmp_path, paths)
        split.clear()
        for some in (1, 2, 3):
            monkeypatch.setattr(trec, "TOGETHER", some)
            assert outcome(tmp_path, paths) == found
            assert split == []


def long_an_odd_file_among_others_is_looked_at_alone(tmp_path, monkeypatch, split):
    texts = [GOOD, GOOD.replace(b"2.5", b"2_5"), GOOD.replace(b"d1", b"d_1")]
    paths = [put(tmp_path / f"{place}.run", text) for place, text in enumerate(texts)]
    found = outcome(tmp_path, paths)
    assert split == []
    assert found == by_words(monkeypatch, lambda: outcome(tmp_path, paths))
    assert [row[3] for row in found[0]].count(None) == 1  # a score with an underscore is none
    paths = [put(tmp_path / f"{place}.run", text) for place, text in enumerate([GOOD, TABS, GOOD + LAST])]
    for looked_through in ("a tab in a field", "CR in an id", "NUL in an id", "a comment first"):
        split.clear()
        odd = put(tmp_path / "odd.run", IRREGULAR[looked_through])
        outcome(tmp_path, [*paths, odd])
        assert split == [str(odd)]


def test_a_folder_of_regular_and_of_empty_files_is_not_empty(tmp_path, monkeypatch):
    for name, text in {"a.run": GOOD, "b.run": TABS, "c.run": b"", "d.run": b"# none\n"}.items():
        put(tmp_path / "runs" / name, text)
    rows, runs, problems = alike(monkeypatch, tmp_path, [tmp_path / "runs"])
    empty = "c.run: holds no rows of run c, which has no results for any query (1 more run likewise)"
    assert (len(rows), len(runs), [text.rpartition("/")[2] for text in problems]) == (4, 4, [empty])


def long_comments_that_would_be_rows_are_said(tmp_path):
    hashed = b"#1 Q0 d1 1 3 x\n"
    run_1, run_3, qrels_1 = (
        "a.run, line 1: '#1 Q0 d1 1 3 x'",
        "a.run, line 3: '#1 Q0 d1 1 3 x'",
        "q, line 1: '#1 0 d1 1'",
    )
    prose = b"#c Q0 d1 1 high x\n# Q0 d1 1 3 x\n" + GOOD
    for run, qrels, expected in (
        (GOOD + hashed + hashed, b"q1 0 d1 1\n", {(run_3, 2)}),
        (hashed + GOOD, b"#1 0 d1 1\r\nq1 0 d1 1\r\n", {(run_1, 1), (qrels_1, 1)}),
        (GOOD + b"#q 1" + LAST, b"q1 0 d1 1\n#q1 0 d2 1 0\n", set()),
        (prose, b"# made in 2024\n#made by hand once\nq1 0 d1 1\n#\n", set()),
    ):
        given = put(tmp_path / "a.run", run), put(tmp_path / "q", qrels)
        for found in (check(*given), Evaluation(*given).warnings):
            said = {(each.text, each.count) for each in found if each.kind == "rows in comments"}
            said = {(text.removeprefix(f"{tmp_path}/").partition(" is a comment")[0], count) for text, count in said}
            assert said == expected


def test_of_two_bad_files_the_same_is_refused(tmp_path, monkeypatch):
    texts = [IRREGULAR["not UTF-8"], TABS + b"\xff\n", b" \xff\n", IRREGULAR["cut short in the tag"], b""]
    for order in (1, -1):
        paths = [put(tmp_path / f"{place}.run", text) for place, text in enumerate(texts)][::order]
        assert "not UTF-8 text" in alike(monkeypatch, tmp_path, paths)


def test_unpacked_files_and_standard_input(tmp_path, monkeypatch, split):
    paths = [put(tmp_path / "a.run.gz", as_gzip(GOOD)), put(tmp_path / "b.gz", as_gzip(TABS)), "-"]
    folders = iter(range(9))
    for text in (GOOD, GOOD + LAST.replace(b"x", b"y")):

        def look(text: bytes = text) -> object:
            pipe(monkeypatch, text)
            folder = tmp_path / str(next(folders))
            folder.mkdir()
            return outcome(folder, paths)

        split.clear()
        found = look()
        assert split == []
        assert found == by_words(monkeypatch, look)


def long_settings_of_the_connection_change_nothing(tmp_path, monkeypatch):
    texts = [GOOD + LAST.replace(b"x", b"X"), GOOD.replace(b"q", b"Q"), GOOD + b"q3 Q0 D1 1 1 X\n" + LAST]
    paths = [put(tmp_path / name, text) for name, text in zip(["a.run", "A.run", "b.run"], texts, strict=True)]
    plain = outcome(tmp_path, paths)
    names = "select list(distinct run), count(distinct query_id), count(distinct doc_id) from evalsql_runs"
    looks = (trec.look, lambda file: None)
    for setting in ("default_collation = 'nocase'", "preserve_insertion_order = false", "threads = 1"):
        connection = duckdb.connect()
        connection.execute(f"set {setting}")
        for look in looks:
            monkeypatch.setattr(trec, "look", look)
            assert outcome(tmp_path, paths, connection) == plain
            ((runs, queries, documents),) = connection.execute(names).fetchall()
            assert (sorted(runs), queries, documents) == (["A", "X", "x"], 4, 3)


def test_a_line_is_found_whatever_the_order_of_rows(tmp_path):
    connection = duckdb.connect()
    path = put(tmp_path / "a.run", [f"q{place % 7} Q0 d{place} {place} {place} x" for place in range(1000)])
    (source,) = views.read(connection, path, "runs", tmp_path)
    table = "evalsql_input_runs_trec_spaces"
    connection.execute(f"create or replace temp table {table} as from {table} order by doc_id desc")
    for rank, row in connection.execute(f"select rank, row from ({source.rows}) using sample 20 rows").fetchall():
        assert source.find(str(path), row).place == f"line {int(rank) + 1}"


def test_an_interrupted_read_is_not_begun_again(tmp_path, monkeypatch, split):
    def interrupted(*_):
        raise duckdb.InterruptException("Interrupted!")

    monkeypatch.setattr(trec, "columns", interrupted)
    with pytest.raises(duckdb.InterruptException):
        views.read(duckdb.connect(), put(tmp_path / "a.run", GOOD), "runs", tmp_path)
    assert split == []


def long_files_of_any_lines(tmp_path_factory):
    @settings(max_examples=15, deadline=None)
    @given(st.lists(st.tuples(st.lists(LINES, max_size=6), st.booleans(), st.booleans()), min_size=1, max_size=3))
    def are_read_as_by_words(files):
        folder = tmp_path_factory.mktemp("any", numbered=True)
        paths = []
        for place, (lines, tabs, end) in enumerate(files):
            text = "\n".join(lines) + ("\n" if end else "")
            paths.append(put(folder / f"{place}.run", text.replace(" ", "\t") if tabs else text))
        with pytest.MonkeyPatch.context() as patch:
            assert outcome(folder, paths) == by_words(patch, lambda: outcome(folder, paths))

    are_read_as_by_words()


# Blanks, and ends of lines: a line feed, both, or a carriage return; not now one and now another


def texts_of(rows: list[str]) -> list[str]:
    """Files of these lines, one of them with each mixture of blanks, a blank line, and each end of lines."""
    texts = []
    for number, (before, between, behind, end, last) in enumerate(
        product(BEFORE, BETWEEN, BEHIND, ENDS, (True, False))
    ):
        lines = [*rows]
        lines[-1 - number % 2] = before + between.join(lines[-1 - number % 2].split(" ")) + behind
        lines.insert(number % len(rows), BEHIND[number % len(BEHIND)])
        texts.append(end.join(lines) + (end if last else ""))
    return texts


@pytest.mark.parametrize("kind", ["runs", "qrels"])
def long_blanks_around_words_are_nothing_and_a_bad_line_is_found_again(tmp_path: Path, kind: views.Kind) -> None:
    connection, expected, number = duckdb.connect(), [], "score" if kind == "runs" else "relevance"
    for place, text in enumerate(texts_of(ROWS[kind])):
        path = put(tmp_path / f"{place}.txt", text)
        rows = plain_reading.trec(kind, text)
        assert len(rows) == 3
        expected += [(str(path), *row[1:]) for row in rows]
    sources = views.read(connection, sorted({Path(path) for path, *_ in expected}), kind, tmp_path)
    found = connection.execute(f"select file, query_id, doc_id, {number} from evalsql_{kind} order by file, row")
    assert found.fetchall() == sorted(expected, key=lambda row: row[0])
    allowed = {"run in two files", "judged twice"}  # each file has the same rows
    assert {problem.kind for problem in problems_alone(connection, kind, sources)} <= allowed
    bad, connection = {}, duckdb.connect()
    for place, text in enumerate(texts_of([*ROWS[kind], BAD[kind]])[::3]):
        path = put(tmp_path / f"{place}.txt", text)
        (line,) = [number for number, line in enumerate(text.splitlines(), start=1) if "two" in line]
        bad[path] = f"{path}, line {line}"
    sources = views.read(connection, [*bad], kind, tmp_path)
    said = sorted(each.text for each in problems_alone(connection, kind, sources) if each.kind == f"bad {kind}")
    assert [text.partition(": ")[0] for text in said] == sorted(bad.values())


def long_samples_preferences_and_lines_are_known_whatever_ends_their_lines(tmp_path: Path) -> None:
    for end, behind in product(ENDS, ("", " ", "\t")):
        sample = "".join(line + behind + end for line in ["q1 0 d1 1 1", "q1 0 d2 1 -1", "q2 0 d3 2 0"])
        preferred = "".join(line + behind + end for line in ["q1 s g d1 1", "q1 s g d2 3"])
        paths = [put(tmp_path / "sample.txt", sample), put(tmp_path / "preferred.txt", preferred)]
        found = [views.read(new_database(), path, "qrels", tmp_path)[0].columns for path in paths]
        assert ["stratum" in found[0], "subgroup" in found[1]] == [True, True]
        path = put(tmp_path / "q.txt", end.join(["q1 0 d1 1", "q2 0 d1 0", "q2 0 d2 1", ""]))
        assert [row[1:3] for row in read(path, "qrels")] == [("q1", "d1"), ("q2", "d1"), ("q2", "d2")]


def test_a_carriage_return_alone_among_ends_of_windows_is_refused(tmp_path: Path) -> None:
    for text, line in {  # of which DuckDB would drop a letter behind it
        "q1 0 d1 1\r\nq1 0 d2 2\rq1 0 d3 0\r\n": 2,
        "q1 0 d1 1\rq1 0 d2 2\r\n": 1,
        "q1 0 d1 1\r\r\nq1 0 d2 2\r\r\n": 1,
        "q1 0 d1 1\nq1 0 d2 2\r\nq1 0 d3 0\r1e400": 3,
    }.items():
        said = unread(put(tmp_path / "q.txt", text), "qrels")
        assert f"q.txt, line {line}: holds a carriage return without a line feed" in said


@pytest.mark.parametrize("words", [False, True])
def long_rows_of_a_file_are_numbered_in_its_order(tmp_path, monkeypatch, words):
    if words:
        monkeypatch.setattr(trec, "look", lambda file: None)
    connection = duckdb.connect()
    lines = [f"q{place // 1000} Q0 d{place} {place} {-place} x" for place in range(200_000)]
    paths = [put(tmp_path / name, lines) for name in ("a.run", "b.run")]
    (source,) = views.read(connection, paths, "runs", tmp_path)
    rows = connection.execute(f"select n, run, rank from ({source.numbered}) order by n asc").fetchall()
    first = [(n, "a", float(n)) for n in range(200_000)]
    assert rows == [*first, *(((1 << 40) + n, "b", float(n % 200_000)) for n in range(200_000, 400_000))]
