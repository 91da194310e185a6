"""Every macro that an analysis database may have is there, and gives the bits of the batch over what it keeps."""

from pathlib import Path

import pytest
from built import MEASURES, differing, functions, macros_of, open_to_read

from evalsql import Evaluation, add_to_database, build_database, curves, metrics
from evalsql.database.library import OF_METRICS, list_macros


@pytest.fixture(scope="module")
def with_all(files: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("all") / "all.duckdb"
    build_database(path, files["runs"], files["qrels"], MEASURES, live=True)
    return path


def test_every_macro_gives_the_bits_of_the_batch(with_all: Path, batch: Evaluation) -> None:
    with open_to_read(with_all) as connection:
        assert differing(connection, batch, [*metrics().values(), *curves().values()]) == {}


def test_all_macros_are_there(with_all: Path) -> None:
    names = {True: set(), False: set()}
    for macro in list_macros():
        names[macro.kind in OF_METRICS] |= {macro.name, *filter(None, macro.aliases.split(", "))}
    assert functions(with_all, "live") == names[True]
    assert functions(with_all, "main") == names[True] | names[False]


def test_runs_are_added_to_a_database_without_the_schema_live(files: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "week.duckdb"
    with macros_of("AP", "paired_t"):
        build_database(path, files["outer"], files["qrels"], "AP", live=False)
        add_to_database(path, files["inner"])
    assert functions(path, "live") == set()
