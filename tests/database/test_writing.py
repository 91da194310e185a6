"""The macros of an analysis database give the bits of the batch, over what it keeps, and not what another does."""

import re
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from built import MEASURES, SOME, ask, bits, called, contents, differing, functions, macros_of, open_to_read
from macro_calls import fitting

from evalsql import Evaluation, add_to_database, build_database, curves, metrics
from evalsql.connections import Connection
from evalsql.database import library, writing
from evalsql.database.library import OF_METRICS
from evalsql.database.writing import stored_macros
from evalsql.render.frames import stored as stored_macro
from evalsql.render.guards import allowed

EVERY = [*metrics().values(), *curves().values()]
CALLED = [metric for metric in EVERY if metric.name in SOME]


@pytest.fixture(scope="module")
def stored(built: Path) -> Connection:
    return open_to_read(built)


def long_macros_of_all_that_is_read_give_the_bits_of_the_batch(linked: Path, batch: Evaluation) -> None:
    with open_to_read(linked) as connection:
        assert differing(connection, batch, CALLED) == {}


def long_where_runs_stay_in_their_files_macros_and_tables_are_the_same(built: Path, linked: Path) -> None:
    kept, of_files = (
        stored_macros(by_subtopic=True, sampled=True, retrieved=name) for name in ("runs", "retrieved_of_files")
    )
    assert [text.replace("retrieved_of_files", "runs") for text in of_files] == kept
    one, other = contents(built), contents(linked)
    shared = one.keys() & other.keys() - {"evalsql_meta", "evalsql_marks", "evaluations", "history", "evalsql_macros"}
    assert {"scores", "judged", "topics", "recall_base", "leaderboard", "per_query", "comparison"} <= shared
    assert [name for name in shared - {"macros", "run_summary"} if one[name] != other[name]] == ["runs"]


def long_the_library_in_schema_live_gives_the_same_over_the_tables_of_the_database(built: Path, linked: Path) -> None:
    calls = {"ndcg": "k := 10", "adm": "top := 3", "alpha_ndcg": "k := 10", "dcg_curve": "k := 5"}
    with duckdb.connect() as connection:
        connection.execute(f"attach '{built}' as e (read_only)")
        for name, arguments in calls.items():
            given = f"runs := 'e.runs', qrels := 'e.qrels', {arguments}"
            through = ask(connection, f"from e.live.{name}({given}) order by all")
            connection.execute("use e")
            kept = ask(connection, f"from {name}({arguments}) order by all")
            live = ask(connection, f"from live.{name}({given.replace('e.', '')}) order by all")
            connection.execute("use memory")
            assert list(map(bits, through)) == list(map(bits, live)) == list(map(bits, kept))
    with macros_of(*SOME):
        of_metrics, of_scores = names()
    assert functions(built, "live") == of_metrics
    assert functions(linked, "live") == set()
    for path in (built, linked):
        assert functions(path, "main") == of_metrics | of_scores


def names() -> tuple[set[str], set[str]]:
    """The names of the macros of metrics and curves, and of those over scores, with their aliases."""
    listed: dict[bool, set[str]] = {True: set(), False: set()}
    for macro in library.list_macros():
        listed[macro.kind in OF_METRICS] |= {macro.name, *filter(None, macro.aliases.split(", "))}
    return listed[True], listed[False]


def long_a_macro_refuses_a_parameter_out_of_its_range(stored: Connection) -> None:
    for metric in CALLED:
        for parameter in (p for p in metric.parameters.values() if p.within is not None and not p.takes(-1)):
            call = called(metric, fitting(metric) | {parameter.name: -1})
            with pytest.raises(duckdb.Error, match=rf"evalsql: {metric.name}: {parameter.name} must be .*, not -1"):
                stored.execute(f"from {call}").fetchall()


def test_every_table_is_read_after_the_guards_so_that_they_speak_before_the_body_does() -> None:
    wrong = []
    for metric in (each for each in EVERY if each.parameters):
        text = stored_macro(metric, "mark")
        guarded = text.partition("_es_own as (")[2].partition("    ),\n")[0]
        said = [f"evalsql: {metric.name}: {p.name} must be {allowed(p)}" for p in metric.parameters.values()]
        wrong += [each for each in said if each.replace("'", "''") not in guarded]
        read = len(re.findall(r"[|]{2} '[.](?:main|internal)[.]", text))
        wrong += [metric.name] * (text.count("exists (from _es_own)") != read or read == 0)
        wrong += [metric.name] * ("but this database has none" in text)
    assert wrong == []


def test_ids_are_texts_and_a_clients_own_query_of_the_name_of_a_table_does_not_matter(stored: Connection) -> None:
    columns = {"run": "VARCHAR", "query_id": "VARCHAR", "metric": "VARCHAR", "value": "DOUBLE"}
    assert {name: kind for name, kind, *_ in ask(stored, "describe from ndcg(k := 10)")} == columns
    expected = ask(stored, "from numrelret() order by all")
    for name in ("judged", "topics", "runs", "recall_base", "_es_topics"):
        before = f"with {name} as (select 'x' as run, 'x' as query_id, 1 as rank, 9 as relevance)"
        assert ask(stored, f"{before} from numrelret() order by all") == expected, name


def long_a_clients_settings_change_no_bit(built: Path) -> None:
    calls = [called(each, fitting(each)) for each in EVERY if each.name in ("nDCG", "Q", "ADM", "alpha_nDCG", "IPrec")]
    with open_to_read(built) as connection:
        found = []
        for setting in ("threads = 2", "default_order = 'desc'", "threads = 1", "default_collation = 'nocase'"):
            connection.execute(f"set {setting}")
            found.append([sorted(map(bits, ask(connection, f"from {call}")), key=str) for call in calls])
            connection.execute(f"reset {setting.split()[0]}")
        assert found[1:] == found[:1] * 3


def long_without_subtopics_or_strata_a_macro_that_needs_them_says_so(files: dict[str, Path], tmp_path: Path) -> None:
    needing = [metric for metric in CALLED if metric.by_subtopic]
    with macros_of("AP", "xinfAP", "overlap", *(metric.name for metric in needing)):
        build_database(tmp_path / "plain.duckdb", files["outer"], files["plain"], "AP")
    with open_to_read(tmp_path / "plain.duckdb") as connection:
        for metric in needing:
            with pytest.raises(duckdb.Error, match=f"evalsql: {metric.name} needs subtopic judgments"):
                ask(connection, f"from {called(metric, fitting(metric))}")
        with pytest.raises(duckdb.Error, match="evalsql: xinfAP needs judgments with strata, but this database has no"):
            ask(connection, "from xinfap()")
        assert len(ask(connection, "from ap()")) == 2 * 20
    for metric in EVERY:  # and in the text of all of them
        if metric.by_subtopic:
            said = f"evalsql: {metric.name} needs subtopic judgments"
            assert said in stored_macro(metric, "mark", by_subtopic=False, sampled=True), metric.name
        if metric.sampled:
            said = f"evalsql: {metric.name} needs judgments with strata, but this database has none"
            assert said in stored_macro(metric, "mark", by_subtopic=True, sampled=False), metric.name


@pytest.fixture(scope="module")
def with_all(files: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("all") / "all.duckdb"
    build_database(path, files["runs"], files["qrels"], MEASURES, live=True)
    return path


def weekly_every_macro_is_there_and_gives_the_bits_of_the_batch(with_all: Path, batch: Evaluation) -> None:
    with open_to_read(with_all) as connection:
        assert differing(connection, batch, EVERY) == {}
    of_metrics, of_scores = names()
    assert functions(with_all, "live") == of_metrics
    assert functions(with_all, "main") == of_metrics | of_scores


def long_runs_are_added_to_a_database_without_the_schema_live(files: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "week.duckdb"
    with macros_of("AP", "paired_t"):
        build_database(path, files["outer"], files["qrels"], "AP", live=False)
        add_to_database(path, files["inner"])
    assert functions(path, "live") == set()


# one macro for each way to read what is kept
MACROS = {"ndcg": "k := 10, ", "ndcg_curve": "k := 5, ", "adm": "top := 3, ", "numrel": "", "alpha_ndcg": "k := 5, "}
NDCG = "from ndcg(k := 10)"
TABLES_OF_TWO = "runs := 'two.runs', qrels := 'two.qrels', "
# calls of macros over any tables, the parameter that they ask for, and how the tables of two are given
OVER_TABLES = {
    "live.ndcg({}k := 10)": ("runs", TABLES_OF_TWO),
    "live.dcg_curve({}k := 10)": ("runs", TABLES_OF_TWO),
    "paired_t({})": ("scores", "scores := 'two.scores'"),
    "overlap({}k := 5)": ("runs", "runs := 'two.runs', "),
}


@pytest.fixture(scope="module")
def weeks(files: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the databases of two weeks, of other runs on the same queries."""
    folder = tmp_path_factory.mktemp("weeks")
    with macros_of("nDCG", "DCG", "ADM", "NumRel", "alpha_nDCG", "paired_t", "overlap"):
        for week, runs in (("one", "outer"), ("two-2", "inner")):
            build_database(folder / f"{week}.duckdb", files[runs], files["qrels"], ["nDCG@10", "AP"], live=True)
    return folder


@pytest.fixture
def client(weeks: Path) -> Iterator[Connection]:
    """The first week open, the second attached."""
    with duckdb.connect(weeks / "one.duckdb", read_only=True) as connection:
        connection.execute(f"attach '{weeks}/two-2.duckdb' as two (read_only)")
        yield connection


@pytest.fixture
def alone(weeks: Path) -> Iterator[Connection]:
    """The second week, open alone."""
    with duckdb.connect(weeks / "two-2.duckdb", read_only=True) as connection:
        yield connection


def rows_of(connection: Connection, select: str) -> list[tuple]:
    found = sorted(map(bits, ask(connection, select)))
    assert found
    return found


def refused(connection: Connection, select: str) -> str:
    with pytest.raises(duckdb.CatalogException) as error:
        connection.execute(select).fetchall()
    return str(error.value)


def long_a_macro_gives_the_values_of_the_database_that_is_named(client: Connection, alone: Connection) -> None:
    for name, arguments in MACROS.items():
        plain = f"{name}({arguments.removesuffix(', ')})"
        own = rows_of(alone, f"from {plain}")
        assert rows_of(client, f"from two.{name}({arguments}database := 'two')") == own
        # a macro of the database in use can read the other too, if both are of the same version
        assert "use_this_database_or_pass_database_" in refused(client, f"from {name}({arguments}database := 'two')")
        said = refused(client, f"from two.{plain}")
        for words in ("Table with name", "use_this_database_or_pass_database_"):
            assert words in said
        client.execute("use two")
        assert rows_of(client, f"from {plain}") == own
        client.execute("use one")


def long_a_macro_over_any_tables_reads_those_of_its_database_or_those_that_are_named(client, alone) -> None:
    for call, (parameter, given) in OVER_TABLES.items():
        assert f"use_this_database_or_pass_{parameter}_" in refused(client, f"from two.{call.format('')}")
        assert rows_of(client, f"from two.{call.format(given)}") == rows_of(alone, f"from {call.format('')}")


def test_tables_of_a_client_are_not_taken_for_those_of_the_database(weeks: Path) -> None:
    with duckdb.connect() as own:
        own.execute(f"attach '{weeks}/two-2.duckdb' as two (read_only)")
        assert "use_this_database_or_pass_database_" in refused(own, "from two.ndcg(k := 10)")
        own.execute("create schema internal; create table internal.recall_base as from two.internal.recall_base")
        own.execute("create table internal.judged as from two.internal.judged where rank < 3")
        own.execute("create table internal.topics as from two.internal.topics")
        assert "use_this_database_or_pass_database_" in refused(own, "from two.ndcg(k := 10)")
        assert "use_this_database_or_pass_runs_" in refused(own, "from two.live.ndcg(k := 10)")
        own.execute("create schema live")
        assert "use_this_database_or_pass_database_" in refused(own, "from two.ndcg(k := 10)")


def test_a_temporary_table_does_not_hide_what_is_kept(client: Connection) -> None:
    selects = (NDCG, "from live.ndcg(k := 10)", "from paired_t()", "from overlap(k := 5)")
    expected = [rows_of(client, select) for select in selects]
    for table in ("main.runs", "main.qrels", "main.scores", "internal.judged"):
        client.execute(f"create temp table {table.partition('.')[2]} as from {table} limit 1")
    assert [rows_of(client, select) for select in selects] == expected


def test_a_database_with_a_name_of_any_kind_can_be_named(weeks: Path, alone: Connection) -> None:
    with duckdb.connect() as own:
        own.execute(f"attach '{weeks}/two-2.duckdb' as \"the other's week\" (read_only)")
        named = "from \"the other's week\".ndcg(k := 10, database := '\"the other''s week\"')"
        assert rows_of(own, named) == rows_of(alone, NDCG)


def long_a_copy_of_a_database_is_the_same_build_and_one_that_was_added_to_is_not(files, weeks, tmp_path) -> None:
    copy = tmp_path / "copy.duckdb"
    copy.write_bytes((weeks / "one.duckdb").read_bytes())
    with duckdb.connect(weeks / "one.duckdb", read_only=True) as own:
        own.execute(f"attach '{copy}' as copy (read_only)")
        assert rows_of(own, "from copy.ndcg(k := 10)") == rows_of(own, NDCG)
    with macros_of("nDCG", "paired_t"):
        add_to_database(copy, files["inner"])
    with duckdb.connect(weeks / "one.duckdb", read_only=True) as own:
        own.execute(f"attach '{copy}' as copy (read_only)")
        assert "use_this_database_or_pass_database_" in refused(own, "from copy.ndcg(k := 10)")
        assert len(rows_of(own, "from copy.ndcg(k := 10, database := 'copy')")) == 80


def long_the_same_build_has_the_same_name_every_time(files, tmp_path, monkeypatch, no_macros) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    names = []
    monkeypatch.setattr(writing, "write", lambda *given, build, **options: names.append(build))
    for runs in ("outer", "outer", "inner"):
        build_database(tmp_path / "made.duckdb", files[runs], files["qrels"], ["nDCG@10"], force=True)
    one, again, other = names
    assert one == again != other
