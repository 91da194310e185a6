"""The library as an extension for DuckDB: loaded, it leaves all else as it was, and gives what the library gives."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest
from built import made_once
from extensions import both_give, few, loaded, opened, write
from in_process import output, refusal
from macro_calls import with_track

import evalsql
from evalsql.connections import Connection
from evalsql.database import extension_macros
from evalsql.database.extension import LENGTH, byte_in_c, footer, in_c
from evalsql.database.library import TABLE, list_macros

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is there")
VERSION = ("select evalsql.version()", [(evalsql.__version__,)])


@pytest.fixture(scope="module", autouse=True)
def some_macros() -> Iterator[None]:
    with few():
        yield


@pytest.fixture(scope="module")
def folder(some_macros: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension and the library as the command writes them, of some macros."""
    return made_once(tmp_path_factory, "few in an extension", write)


@pytest.fixture(scope="module")
def extension(folder: Path) -> Path:
    return folder / "evalsql.duckdb_extension"


@pytest.fixture
def client(extension: Path) -> Iterator[Connection]:
    """A connection that has loaded it."""
    with opened() as connection:
        connection.execute(f"load '{extension}'")
        yield connection


@pytest.fixture(scope="module")
def both(folder: Path) -> Connection:
    """A connection that has loaded it, and has the library attached as e, with the track."""
    return with_track(loaded(folder))


def ask(connection: Connection, query: str, *values: object) -> list[tuple]:
    return connection.execute(query, values).fetchall()


STATE = (
    "select name, value from duckdb_settings() where name <> 'TimeZone' order by all",
    "select database_name, path, type, readonly from duckdb_databases() where database_name <> 'evalsql' order by all",
    "select current_database(), current_schema(), current_setting('search_path')",
    "select database_name, schema_name, function_name from duckdb_functions()"
    " where database_name <> 'evalsql' order by all",
)


def long_loading_leaves_settings_databases_and_search_path_as_they_were(extension: Path) -> None:
    with opened() as connection:
        connection.execute("attach ':memory:' as mine; create schema mine.of_mine; use mine.of_mine")
        before = [ask(connection, query) for query in STATE]
        connection.execute(f"load '{extension}'")
        assert [ask(connection, query) for query in STATE] == before
        assert ask(connection, VERSION[0]) == VERSION[1]


def test_it_offers_what_the_library_offers(both: Connection) -> None:
    described = "select function_name, comment from duckdb_functions() where database_name = ? order by all"
    own = [(extension_macros.FILLED, extension_macros.ABOUT)] * len(
        {len(extension_macros.arguments(macro.statement)) for macro in list_macros()}
    )
    expected = {*ask(both, described, "e"), ("version", "The version of evalsql.")}
    assert sorted(set(ask(both, described, "evalsql")) - set(own)) == sorted(expected)
    for name in (TABLE, "macros"):
        for query in ("from {}.{}", "describe {}.{}"):
            assert ask(both, query.format("evalsql", name)) == ask(both, query.format("e", name))


CALLS = ["ap()", "ndcg(k := 10, gains := map {1: 1.5, 2: 3.25})", "rr(rel := 2)", "numret()", "paired_t()"]
CALLS += ["alpha_ndcg(alpha := 0.25, k := 7)", "ndcg_curve(k := 5)"]


def long_it_gives_the_bits_of_the_library_whatever_a_client_sets(folder: Path) -> None:
    for setting in ("threads = 2", "integer_division = true", "default_order = 'desc'"):
        with with_track(loaded(folder)) as connection:
            connection.execute("create temp table scores as from e.ap() union all from e.rr()")
            connection.execute(f"set {setting}")
            assert [call for call in CALLS if not both_give(connection, call)] == [], setting


WORDS = ("a, b", "it's", 'say "x"', "back\\slash", "[x]", " blank ", "NULL", "none", "$'0$", "$'1$", "new\nline", "ü")


def long_a_text_is_passed_on_as_it_is(client: Connection) -> None:
    client.execute("create table q as select 'q' as query_id, 'd' as doc_id, 1 as relevance")
    for word in WORDS:
        client.execute(
            "create or replace table r as select ? as run, 'q' as query_id, 'd' as doc_id, 1 as score", [word]
        )
        client.execute(
            "create or replace table scores as from evalsql.rr('r', 'q') union all by name"
            " select 'other' as run, 'q' as query_id, 'RR' as metric, 0 as value"
        )
        client.execute("insert into scores select run, 'q2', metric, 1 - value from scores")
        for baseline in ("?", "[?]"):
            named = f"select distinct other from evalsql.paired_t(baseline := {baseline})"
            assert ask(client, named, word) == [(word,)]
        with pytest.raises(duckdb.Error, match="unknown baseline run"):
            client.execute("from evalsql.paired_t(baseline := ?)", [word + "!"])


def long_arguments_may_be_parameters_positions_and_expressions(client: Connection) -> None:
    with_track(client)
    client.execute("create macro mine(deep) as table from evalsql.ndcg(k := deep)")
    client.execute("create temp view seen as from evalsql.ndcg(k := 10)")
    total = "select sum(value order by run, query_id) from"
    (known,) = ask(client, f"{total} evalsql.ndcg(k := 10)")
    same = {"evalsql.ndcg(k := ?)": [10], "evalsql.ndcg(?, ?, 10)": ["runs", "qrels"], "evalsql.ndcg(k := 2 * 5)": []}
    for source, values in (same | {"mine(10)": [], "seen": []}).items():
        assert ask(client, f"{total} {source}", *values) == [known], source
    assert ask(client, f"{total} evalsql.ndcg(k := 10, gains := map {{1: 1.5, 2: 3.25}})") != [known]
    of_one = "with bm25 as (from runs where run = 'bm25') select distinct run from evalsql.ap('bm25')"
    assert ask(client, of_one) == [("bm25",)]


def test_a_database_of_this_name_is_left_as_it_is(extension: Path) -> None:
    with opened() as connection:
        connection.execute("attach ':memory:' as evalsql; create table evalsql.mine as select 1 as one")
        with pytest.raises(duckdb.Error, match="detach the one that has this name"):
            connection.execute(f"load '{extension}'")
        assert ask(connection, "from evalsql.mine") == [(1,)]
        assert ask(connection, "from duckdb_functions() where database_name = 'evalsql'") == []
        connection.execute(f"detach evalsql; load '{extension}'")
        assert ask(connection, VERSION[0]) == VERSION[1]


def test_an_argument_of_an_odd_type_is_refused_as_by_the_library(both: Connection) -> None:
    for argument in ("union_value(a := 5)", '{"$\'0$": 1}', "'5'::blob", "date '2026-01-02'"):
        said = []
        for library in ("e", "evalsql"):
            with pytest.raises(duckdb.Error) as refused:
                ask(both, f"from {library}.ndcg(k := {argument})")
            said.append(str(refused.value).splitlines()[0])
        assert said[0] == said[1]


def test_beside_a_schema_of_this_name_all_of_the_macros_name_is_written(client: Connection) -> None:
    with_track(client).execute("create schema memory.evalsql")
    assert ask(client, "from evalsql.main.rr()")


def test_a_database_may_be_read_only(extension: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.duckdb"
    with duckdb.connect(path) as connection:
        with_track(connection)
        connection.execute("create table main.mine as from runs; create table judged as from qrels")
        known = ask(connection, "select count(*) from mine")
    before = path.read_bytes()
    with duckdb.connect(path, read_only=True, config={"allow_unsigned_extensions": "true"}) as connection:
        connection.execute(f"load '{extension}'")
        assert ask(connection, "select sum(value) from evalsql.numret('mine', 'judged')") == known
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_every_connection_has_it_and_loading_again_does_nothing(client: Connection, extension: Path) -> None:
    with_track(client)
    client.execute("create table main.r as from runs; create table main.q as from qrels")
    other = client.cursor()
    other.execute(f"load '{extension}'")
    known = ask(client, "from evalsql.rr('r', 'q') order by all")
    assert ask(other, "from evalsql.rr('r', 'q') order by all") == known
    other.execute("set search_path = 'memory.main,evalsql.main'")
    assert ask(other, "from rr('r', 'q') order by all") == known


def test_threads_may_load_it_at_once(extension: Path) -> None:
    with opened() as connection, ThreadPoolExecutor(10) as threads:
        cursors = [connection.cursor() for _ in range(10)]
        list(threads.map(lambda each: each.execute(f"load '{extension}'"), cursors))
        assert [ask(each, VERSION[0]) for each in cursors] == [VERSION[1]] * 10


def test_a_client_may_have_closed_what_is_outside(client: Connection) -> None:
    client.execute("""
        set enable_external_access = false; set lock_configuration = true;
        create table runs as select 'a' as run, 'q' as query_id, 'd' as doc_id, 1 as score;
        create table qrels as select 'q' as query_id, 'd' as doc_id, 1 as relevance
    """)
    assert ask(client, "select value from evalsql.ap()") == [(1,)]


def test_the_same_bytes_are_written_twice_and_no_path_is_in_them_and_the_source_alone(extension, tmp_path) -> None:
    again = tmp_path / "evalsql.duckdb_extension"
    output("lib", again)
    assert again.read_bytes() == extension.read_bytes()
    assert not any(path in again.read_bytes() for path in (str(Path.home()).encode(), b"/tmp/"))
    output("lib", tmp_path / "evalsql.c")
    assert (tmp_path / "evalsql.c").read_text(encoding="ascii").startswith("/* evalsql as an extension for DuckDB")


def test_texts_are_written_in_c_so_that_every_byte_comes_back_and_no_field_of_the_footer_is_cut() -> None:
    assert in_c('say "ü"\n??=\\') == '"say \\"\\303\\274\\"\\012"\n"\\?\\?=\\\\"'
    assert [byte_in_c(byte) for byte in b"a\x00?"] == ["a", "\\000", "\\?"]
    assert len(footer("linux_amd64", "v1")) == LENGTH
    with pytest.raises(ValueError, match="has more than 32 characters"):
        footer("x" * 33, "v1")


REFUSED = [
    ("other.duckdb_extension", [], "must be called evalsql.duckdb_extension, since DuckDB goes by the name"),
    ("evalsql.duckdb_extension", ["--platform", "atari"], "unknown platform 'atari'; DuckDB's are linux_amd64, "),
    ("evalsql.duckdb_extension", ["--platform", "wasm_eh"], "DuckDB for WebAssembly loads no such file"),
    ("evalsql.duckdb_extension", ["--platform", "osx_arm64"], "is not this one, "),
    ("evalsql.duckdb_extension", ["--compiler", "no-such-cc"], "the C compiler 'no-such-cc' cannot be run"),
    ("evalsql.duckdb_extension", ["--compiler", "cc --nothing"], "the C compiler cc --nothing failed: "),
    ("evalsql.duckdb_extension", ["--compiler", "'cc"], "--compiler"),
    ("evalsql.duckdb_extension", ["--compiler", " "], "--compiler"),
    ("evalsql.duckdb_extension", ["--storage-version", "v1.2.0"], "--storage-version is for a file that ends"),
    ("evalsql.sql", ["--platform", "linux_arm64"], "--platform is for a file that ends in .duckdb_extension"),
    ("evalsql.duckdb", ["--compiler", "cc"], "--compiler is for a file that ends in .duckdb_extension"),
    ("evalsql.c.gz", [], "unsupported output format '.c.gz'"),
    ("none/evalsql.duckdb_extension", [], "there is no folder"),
]  # fmt: skip


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    for file, options, said in REFUSED:
        assert said in refusal("lib", tmp_path / file, *options), options
    assert list(tmp_path.iterdir()) == []
    for name, held in {"evalsql.duckdb_extension": "mine", "other.c": "int main(void) { return 0; }"}.items():
        (tmp_path / name).write_text(held)
        assert "is not a library of evalsql; use --force" in refusal("lib", tmp_path / name)
        assert (tmp_path / name).read_text() == held


def test_a_compiler_for_another_platform_is_named(tmp_path: Path) -> None:
    path = tmp_path / "evalsql.duckdb_extension"
    output("lib", path, "--platform", "linux_arm64", "--compiler", "cc")
    assert path.read_bytes()[-512:-256].count(b"linux_arm64") == 1
    with opened() as connection, pytest.raises(duckdb.Error, match="built for the platform 'linux_arm64'"):
        connection.execute(f"load '{path}'")
