"""What .ci/faults does of every command, of some: they are killed, told to end, and run under limits of the system."""

import os
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from killing import kill_often, left_in
from limiting import LIMITS, limited, places, there, usual_of
from other_programs import at_once
from signalling import signal_often

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="there are other limits, signals and locks there"),
]

UNDER = {
    "sql": ("full output", "deleted folder", "closed output", "no environment"),
    "describe": ("full disk", "memory", "no such TMPDIR", "read-only --temp-directory"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with places(tmp_path_factory.mktemp("limits")) as made:
        yield made


@pytest.mark.parametrize("command", UNDER)
def long_under_a_limit_it_gives_its_result_or_a_sentence(command: str, folder: Path) -> None:
    usual = usual_of(command, folder)
    tried = [limit for limit in UNDER[command] if there(LIMITS[limit], folder)]  # a disk needs to be mounted
    assert [wrong for limit in tried for wrong in limited(command, LIMITS[limit], folder, usual).wrong] == []


def long_told_to_end_it_does_with_nothing_left(tmp_path: Path) -> None:
    found = signal_often("evaluate", tmp_path, 3)  # of which some moments are when it writes
    assert found.wrong == []
    assert found.running > 0
    assert found.longest < 3  # of a machine that has much else to do


def long_a_killed_command_leaves_its_file_old_or_whole_and_nothing_piles_up(tmp_path: Path) -> None:
    found = kill_often("evaluate --append", tmp_path, 2)
    assert found.torn == []
    assert found.most_left <= 2
    assert left_in(tmp_path) == []


# adds a number to those in the database, as runs are added: made from what is there, in place of it, or else anew
ADD = """
import os, time
from pathlib import Path
import duckdb
from evalsql import InputError
from evalsql.database.target import state, written
path, replace = Path(sys.argv[1]), os.replace
def slowly(*given):  # after the last look at what is replaced
    time.sleep(0.05)
    replace(*given)
os.replace = slowly
own = duckdb.connect()
go()
for number in sys.argv[2:]:
    while True:
        was = state(path)
        with duckdb.connect(path, read_only=True) as reader:
            numbers = [i for i, in reader.execute("select i from evalsql_meta").fetchall()]
        try:
            with written(own, path, "v1.2.0", was=was):
                own.execute("create table evalsql_meta as select unnest(?) as i", [[*numbers, int(number)]])
            break
        except InputError as error:
            assert "another program replaced it" in str(error), error
"""


def long_of_runs_that_are_added_at_the_same_moment_none_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "eval.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("create table evalsql_meta as select 0 as i")
    assert at_once(ADD, *([str(path), str(10 * each), str(10 * each + 1)] for each in range(1, 4))) == [0] * 3
    with duckdb.connect(path, read_only=True) as connection:
        found = connection.execute("select i from evalsql_meta order by i").fetchall()
    assert [i for (i,) in found] == [0, 10, 11, 20, 21, 30, 31]
    assert os.listdir(tmp_path) == ["eval.duckdb"]


@pytest.mark.parametrize("there", [True, False], ids=["there", "new"])
def long_of_tables_written_at_the_same_moment_none_is_lost(there: bool, tmp_path: Path) -> None:
    path = tmp_path / "own.duckdb"
    if there:
        with duckdb.connect(path) as connection:
            connection.execute("create table mine as from range(10)")
    code = (
        "import duckdb; from evalsql.files import write; from pathlib import Path\n"
        "connection = duckdb.connect(); go()\n"
        "write.write(connection, 'select range as i from range(100_000)', Path(sys.argv[1]), table=sys.argv[2])\n"
    )
    names = ["a", "b", "c"]
    assert at_once(code, *([str(path), name] for name in names)) == [0] * 3
    with duckdb.connect(path, read_only=True) as connection:
        for name in names:
            assert connection.sql(f"select count(*), sum(i) from {name}").fetchall() == [(100_000, 4_999_950_000)]
        assert not there or connection.sql("select count(*) from mine").fetchall() == [(10,)]
    assert os.listdir(tmp_path) == ["own.duckdb"]
