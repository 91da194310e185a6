"""The macros of an analysis database give the bits of the batch, over what it keeps."""

import re
from pathlib import Path

import duckdb
import pytest
from built import MEASURES, SOME, ask, bits, called, contents, differing, functions, macros_of, open_to_read
from macro_calls import fitting

from evalsql import Evaluation, add_to_database, build_database, curves, metrics
from evalsql.database import library
from evalsql.database.library import OF_METRICS, list_macros
from evalsql.database.writing import stored_macros
from evalsql.render.frames import stored as stored_macro
from evalsql.render.guards import allowed

EVERY = [*metrics().values(), *curves().values()]
CALLED = [metric for metric in EVERY if metric.name in SOME]


@pytest.fixture(scope="module")
def stored(built: Path) -> duckdb.DuckDBPyConnection:
    return open_to_read(built)


def long_macros_of_all_that_is_read_give_the_bits_of_the_batch(
    either: duckdb.DuckDBPyConnection, batch: Evaluation
) -> None:
    assert differing(either, batch, CALLED) == {}


def long_where_runs_stay_in_their_files_macros_and_tables_are_the_same(built: Path, linked: Path) -> None:
    kept, of_files = (
        stored_macros(by_subtopic=True, sampled=True, retrieved=name) for name in ("runs", "retrieved_of_files")
    )
    assert [text.replace("retrieved_of_files", "runs") for text in of_files] == kept
    one, other = contents(built), contents(linked)
    shared = one.keys() & other.keys() - {"evalsql_meta", "evalsql_marks", "evaluations", "history", "evalsql_macros"}
    assert {"scores", "judged", "topics", "recall_base", "leaderboard", "per_query", "comparison"} <= shared
    assert [name for name in shared - {"macros", "run_summary"} if one[name] != other[name]] == ["runs"]


def long_the_library_in_schema_live_gives_the_same_over_the_tables_of_the_database(built: Path) -> None:
    calls = {"ndcg": "k := 10", "adm": "top := 3", "alpha_ndcg": "k := 10", "dcg_curve": "k := 5"}
    with duckdb.connect() as connection:
        connection.execute(f"attach '{built}' as e (read_only)")
        for name, arguments in calls.items():
            given = f"runs := 'e.runs', qrels := 'e.qrels', {arguments}"
            through = connection.execute(f"from e.live.{name}({given}) order by all").fetchall()
            connection.execute("use e")
            kept = connection.execute(f"from {name}({arguments}) order by all").fetchall()
            given = f"runs := 'runs', qrels := 'qrels', {arguments}"
            live = connection.execute(f"from live.{name}({given}) order by all").fetchall()
            connection.execute("use memory")
            assert list(map(bits, through)) == list(map(bits, live)) == list(map(bits, kept))


def long_the_schema_live_has_macros_of_metrics_and_curves_where_asked_for(built: Path, linked: Path) -> None:
    listed: dict[bool, set[str]] = {False: set(), True: set()}
    with macros_of(*SOME):
        for macro in library.list_macros():
            listed[macro.kind in OF_METRICS] |= {macro.name, *filter(None, macro.aliases.split(", "))}
    assert functions(built, "live") == listed[1]
    assert functions(linked, "live") == set()
    for path in (built, linked):
        assert functions(path, "main") == listed[0] | listed[1]


def long_a_macro_refuses_a_parameter_out_of_its_range(stored: duckdb.DuckDBPyConnection) -> None:
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
    assert wrong == []


def test_ids_are_texts_for_clients(stored: duckdb.DuckDBPyConnection) -> None:
    assert [(name, kind) for name, kind, *_ in ask(stored, "describe from ndcg(k := 10)")] == [
        ("run", "VARCHAR"),
        ("query_id", "VARCHAR"),
        ("metric", "VARCHAR"),
        ("value", "DOUBLE"),
    ]


def test_a_clients_own_query_of_the_name_of_a_table_does_not_matter(stored: duckdb.DuckDBPyConnection) -> None:
    expected = ask(stored, "from numrelret() order by all")
    for name in ("judged", "topics", "runs", "recall_base", "_es_topics"):
        before = f"with {name} as (select 'x' as run, 'x' as query_id, 1 as rank, 9 as relevance)"
        assert ask(stored, f"{before} from numrelret() order by all") == expected, name


def long_a_clients_settings_change_no_bit(built: Path) -> None:
    calls = [called(each, fitting(each)) for each in EVERY if each.name in ("nDCG", "Q", "ADM", "alpha_nDCG", "IPrec")]
    with open_to_read(built) as connection:
        settings = {"default_order": "'desc'", "threads": "1", "default_collation": "'nocase'"}
        found = []
        for name, value in [("threads", "2"), *settings.items()]:
            connection.execute(f"set {name} = {value}")
            found.append([sorted(map(bits, ask(connection, f"from {call}")), key=str) for call in calls])
            connection.execute(f"reset {name}")
        assert len(found) == 4
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


def long_every_macro_gives_the_bits_of_the_batch(with_all: Path, batch: Evaluation) -> None:
    with open_to_read(with_all) as connection:
        assert differing(connection, batch, [*metrics().values(), *curves().values()]) == {}


def long_all_macros_are_there(with_all: Path) -> None:
    names = {True: set(), False: set()}
    for macro in list_macros():
        names[macro.kind in OF_METRICS] |= {macro.name, *filter(None, macro.aliases.split(", "))}
    assert functions(with_all, "live") == names[True]
    assert functions(with_all, "main") == names[True] | names[False]


def long_runs_are_added_to_a_database_without_the_schema_live(files: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "week.duckdb"
    with macros_of("AP", "paired_t"):
        build_database(path, files["outer"], files["qrels"], "AP", live=False)
        add_to_database(path, files["inner"])
    assert functions(path, "live") == set()
