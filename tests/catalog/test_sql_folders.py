"""The folders of sql/: what stands where, and that each table that modules share is made by one of its files."""

import re
import tomllib
from collections import Counter

import duckdb
import pytest
from places import FIXTURES, ROOT

from evalsql import Evaluation
from evalsql.catalog import relations
from evalsql.catalog.folder import names
from evalsql.catalog.sqlfiles import LAYOUT

SQL = ROOT / "sql"
MADE = ("ranking", "scores", "judgments")  # the folders whose files make tables
CODE = sorted((ROOT / "evalsql").rglob("*.py"))
# what makes tables of files, views of inputs, or a copy of one
BY_NAME = {
    *("render/statements.py", "judgments/conditions.py", "inputs/views.py", "inputs/tables.py"),
}


def head(folder: str, name: str) -> dict:
    text = (SQL / folder / f"{name}.sql").read_text(encoding="utf-8")
    return tomllib.loads(LAYOUT.fullmatch(text)["head"])


def columns(name: str) -> list[str]:
    """The columns that the head of a table's file names, or, of a relation of sql/relations, the head there."""
    (folder,) = (folder for folder in MADE if name in names(folder))
    found = head(folder, name).get("columns")
    return list(found or head("relations", name)["columns"])


def test_no_file_lies_loose() -> None:
    assert [file.name for folder in (SQL, SQL / "database", SQL / "reports") for file in folder.glob("*.sql")] == []


def test_a_name_is_a_table_of_one_file() -> None:
    assert [name for name, times in Counter(each for one in MADE for each in names(one)).items() if times > 1] == []


@pytest.mark.parametrize("folder", MADE)
def test_a_file_is_named_for_what_it_makes(folder: str) -> None:
    assert [
        name for name in names(folder) if head(folder, name)["name"] != name or not head(folder, name)["about"]
    ] == []


def test_python_makes_no_shared_table() -> None:
    making = re.compile(
        r"\bcreate\s+(?:or\s+replace\s+)?(?:temp\s+)?(?:table|view|type|\{made\})\s+(?:if not exists\s+)?(\S+)"
    )
    found: dict[str, set[str]] = {}
    by_name = set()
    for file in CODE:
        place = file.relative_to(ROOT / "evalsql").as_posix()
        for name in making.findall(file.read_text(encoding="utf-8")):
            if re.match(r"evalsql_\w*\{", name):
                by_name.add(place)
            elif re.match(r"evalsql_\w", name) and not name.startswith(("evalsql_meta", "evalsql_input_copy")):
                found.setdefault(place, set()).add(re.match(r"\w+", name)[0])
    assert found == {}
    assert by_name == BY_NAME


def test_tables_have_the_columns_that_heads_name() -> None:
    track = FIXTURES / "track"
    evaluation = Evaluation(
        track / "runs.parquet", track / "subtopics.parquet", whole=True, measures=["AP", "alpha_nDCG"]
    )
    evaluation.compute(["AP", "alpha_nDCG@10"])
    there = tables(evaluation.connection)
    assert there.keys() >= {
        *relations.kept(),
        "judgments",
        "subtopics",
        "population",
        "scores",
        "points",
        "given",
        "inputs",
    }
    assert {name: found for name, found in there.items() if found != columns(name)} == {}


def test_tables_hold_less_where_less_is_wanted() -> None:
    track = FIXTURES / "track"
    evaluation = Evaluation(track / "runs.parquet", track / "qrels.parquet", measures=["AP"], keep=False)
    there = tables(evaluation.connection)
    assert "retrieved" not in there
    assert there["judged"] == ["run", "query_id", "rank", "relevance", "gain"]
    assert {name for name, found in there.items() if not set(found) <= set(columns(name))} == set()


def tables(connection: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    """The columns of the tables that modules share, by their names without evalsql_."""
    rows = connection.execute(
        "select table_name[9:], list(column_name order by column_index) from duckdb_columns()"
        " where table_name like 'evalsql\\_%' escape '\\' and not table_name in ('evalsql_runs', 'evalsql_qrels')"
        " and table_name not like 'evalsql\\_input\\_%' escape '\\' group by all"
    )
    return dict(rows.fetchall())


def test_what_a_text_reads_is_found() -> None:
    text = """
        with judged as materialized (select * from retrieved), found(a) as (select 1)
        select 'from standings', run from Topics join judged using (run) left join found on true -- from means
        where run in (from recall_base) and value > (select max(rank) from range(5))
    """
    assert relations.relations_in(text) == ("retrieved", "topics", "recall_base")


def test_relations_come_after_those_that_they_read() -> None:
    found = list(relations.with_beneath(["smallest_cover", "judged", "topics"], relations.relation))
    assert found == ["nugget_base", "greedy_cover", "smallest_cover", "retrieved", "judged", "topics"]


def test_what_is_kept_and_what_is_by_subtopic_is_read_off_the_files() -> None:
    by_subtopic = {name for name in names("relations") if relations.by_subtopic(name)}
    greedy = {"greedy_ideal", "reversed_ideal", "greedy_cover", "smallest_cover"}
    of_opinions = {"opinions", "alike", "preferences", "compared"}
    assert by_subtopic == {"nugget_base", "nuggets", "judges", *of_opinions, *greedy}
    assert {name for name in names("relations") if relations.greedy(name)} == greedy
    assert {name for name in names("relations") if relations.sampled(name)} == {"strata", "sampled"}
    assert {name for name in names("relations") if relations.priced(name)} == {"document_costs", "priced"}
    of_judgments = {"recall_base", "nugget_base", "judges", "opinions", "strata", "document_costs"}
    assert relations.kept() == {"retrieved", "judged", "topics", "nuggets", "sampled", "priced", *of_judgments}


def test_reports_read_their_measures_in_the_order_asked() -> None:
    looping = [
        file.relative_to(SQL).as_posix()
        for file in sorted((SQL / "reports").rglob("*.sql"))
        if re.search(r"{%-? for \w+ in measures", file.read_text(encoding="utf-8"))
    ]
    assert looping == [
        *("reports/scores/experiment.sql", "reports/scores/leaderboard.sql", "reports/slices/leaderboard.sql")
    ]
