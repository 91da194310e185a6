"""Two analysis databases side by side: what is asked of one is never answered by the other."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from built import bits, macros_of

from evalsql import add_to_database, build_database
from evalsql.database import build as building

MACROS = ("ndcg", "ndcg_curve", "adm", "numrel", "alpha_ndcg")  # one for each way to read what is kept
ARGUMENTS = {"ndcg": "k := 10, ", "ndcg_curve": "k := 5, ", "alpha_ndcg": "k := 5, ", "adm": "top := 3, "}


@pytest.fixture(scope="module", autouse=True)
def few_macros() -> Iterator[None]:
    """Databases with these macros."""
    with macros_of("nDCG", "DCG", "ADM", "NumRel", "alpha_nDCG", "paired_t", "overlap"):
        yield


@pytest.fixture(scope="module")
def weeks(files: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the databases of two weeks, of other runs on the same queries."""
    folder = tmp_path_factory.mktemp("weeks")
    for week, runs in (("one", "outer"), ("two-2", "inner")):
        build_database(folder / f"{week}.duckdb", files[runs], files["qrels"], ["nDCG@10", "AP"], live=True)
    return folder


@pytest.fixture
def client(weeks: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The first week open, the second attached."""
    with duckdb.connect(weeks / "one.duckdb", read_only=True) as connection:
        connection.execute(f"attach '{weeks}/two-2.duckdb' as two (read_only)")
        yield connection


def rows(connection: duckdb.DuckDBPyConnection, select: str) -> list[tuple]:
    return sorted(map(bits, connection.execute(select).fetchall()))


def refused(connection: duckdb.DuckDBPyConnection, select: str) -> str:
    with pytest.raises(duckdb.CatalogException) as error:
        connection.execute(select).fetchall()
    return str(error.value)


def by_itself(weeks: Path, select: str) -> list[tuple]:
    """What the second week says when it is open alone."""
    with duckdb.connect(weeks / "two-2.duckdb", read_only=True) as connection:
        return rows(connection, select)


def long_a_macro_gives_the_values_of_the_database_that_is_named(weeks: Path, client: duckdb.DuckDBPyConnection) -> None:
    for name in MACROS:
        check_by_name(name, weeks, client)


def check_by_name(name: str, weeks: Path, client: duckdb.DuckDBPyConnection) -> None:
    arguments = ARGUMENTS.get(name, "")
    own = by_itself(weeks, f"from {name}({arguments.removesuffix(', ')})")
    assert own
    assert rows(client, f"from two.{name}({arguments}database := 'two')") == own
    # a macro of the database in use can read the other too, if both are of the same version
    assert "USE the database of build" in refused(client, f"from {name}({arguments}database := 'two')")
    said = refused(client, f"from two.{name}({arguments.removesuffix(', ')})")
    assert "Table with name" in said
    assert "USE the database of build " in said
    assert "or say database := its name" in said
    client.execute("use two")
    assert rows(client, f"from {name}({arguments.removesuffix(', ')})") == own
    client.execute("use one")


@pytest.mark.parametrize(
    ("call", "parameter", "given"),
    [
        ("live.ndcg({}k := 10)", "runs", "runs := 'two.runs', qrels := 'two.qrels', "),
        ("live.dcg_curve({}k := 10)", "runs", "runs := 'two.runs', qrels := 'two.qrels', "),
        ("paired_t({})", "scores", "scores := 'two.scores'"),
        ("overlap({}k := 5)", "runs", "runs := 'two.runs', "),
    ],
)
def long_a_macro_over_any_tables_reads_those_of_its_database_or_those_that_are_named(
    call: str, parameter: str, given: str, weeks: Path, client: duckdb.DuckDBPyConnection
) -> None:
    own = by_itself(weeks, f"from {call.format('')}")
    assert own
    said = refused(client, f"from two.{call.format('')}")
    assert f"or say {parameter} := a table" in said
    assert rows(client, f"from two.{call.format(given)}") == own


def test_tables_of_a_client_are_not_taken_for_those_of_the_database(
    weeks: Path, client: duckdb.DuckDBPyConnection
) -> None:
    with duckdb.connect() as own:
        own.execute(f"attach '{weeks}/two-2.duckdb' as two (read_only)")
        assert "or say database := its name" in refused(own, "from two.ndcg(k := 10)")
        own.execute("create schema internal; create table internal.recall_base as from two.internal.recall_base")
        own.execute("create table internal.judged as from two.internal.judged where rank < 3")
        own.execute("create table internal.topics as from two.internal.topics")
        assert "or say database := its name" in refused(own, "from two.ndcg(k := 10)")
        assert "or say runs := a table" in refused(own, "from two.live.ndcg(k := 10)")
        own.execute("create schema live")
        assert "or say database := its name" in refused(own, "from two.ndcg(k := 10)")


def test_a_temporary_table_does_not_hide_what_is_kept(weeks: Path, client: duckdb.DuckDBPyConnection) -> None:
    selects = ("from ndcg(k := 10)", "from live.ndcg(k := 10)", "from paired_t()", "from overlap(k := 5)")
    expected = [rows(client, select) for select in selects]
    for table in ("main.runs", "main.qrels", "main.scores", "internal.judged"):
        client.execute(f"create temp table {table.partition('.')[2]} as from {table} limit 1")
    assert [rows(client, select) for select in selects] == expected


def test_a_database_with_a_name_of_any_kind_can_be_named(weeks: Path) -> None:
    with duckdb.connect() as own:
        own.execute(f"attach '{weeks}/two-2.duckdb' as \"the other's week\" (read_only)")
        named = "from \"the other's week\".ndcg(k := 10, database := '\"the other''s week\"')"
        assert rows(own, named) == by_itself(weeks, "from ndcg(k := 10)")


def long_a_copy_of_a_database_is_the_same_build_and_one_that_was_added_to_is_not(
    files: dict[str, Path], weeks: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.duckdb"
    copy.write_bytes((weeks / "one.duckdb").read_bytes())
    with duckdb.connect(weeks / "one.duckdb", read_only=True) as own:
        own.execute(f"attach '{copy}' as copy (read_only)")
        assert rows(own, "from copy.ndcg(k := 10)") == rows(own, "from ndcg(k := 10)")
    add_to_database(copy, files["inner"])
    with duckdb.connect(weeks / "one.duckdb", read_only=True) as own:
        own.execute(f"attach '{copy}' as copy (read_only)")
        assert "or say database := its name" in refused(own, "from copy.ndcg(k := 10)")
        assert len(rows(own, "from copy.ndcg(k := 10, database := 'copy')")) == 80


def long_the_same_build_has_the_same_name_every_time(
    files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_macros: None
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    names = []
    monkeypatch.setattr(building, "write", lambda *given, build, **options: names.append(build))
    for runs in ("outer", "outer", "inner"):
        build_database(tmp_path / "made.duckdb", files[runs], files["qrels"], ["nDCG@10"], force=True)
    one, again, other = names
    assert one == again
    assert other != one
