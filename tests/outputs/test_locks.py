"""Of several programs that would replace a database at the same moment, one does, and the others know of it."""

import os
from pathlib import Path
from threading import Thread

import duckdb
import pytest
from other_programs import at_once

from evalsql import InputError
from evalsql.outputs import locks

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


@pytest.mark.slow
def test_of_runs_that_are_added_at_the_same_moment_none_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "eval.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("create table evalsql_meta as select 0 as i")
    assert at_once(ADD, *([str(path), str(10 * each), str(10 * each + 1)] for each in range(1, 5))) == [0] * 4
    with duckdb.connect(path, read_only=True) as connection:
        found = connection.execute("select i from evalsql_meta order by i").fetchall()
    assert [i for (i,) in found] == [0, 10, 11, 20, 21, 30, 31, 40, 41]
    assert os.listdir(tmp_path) == ["eval.duckdb"]


def test_a_lock_is_waited_for_and_then_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, refused, waited = tmp_path / "eval.duckdb", [], []

    def enter() -> None:
        try:
            with locks.alone(path):
                waited.append(True)
        except InputError as error:
            refused.append(str(error))

    with locks.alone(path):
        monkeypatch.setattr(locks, "WAIT", 0.1)
        impatient = Thread(target=enter)
        impatient.start()
        impatient.join()
        monkeypatch.setattr(locks, "WAIT", 10.0)
        patient = Thread(target=enter)
        patient.start()
    patient.join()
    assert refused == [f"{path}: another program is writing it; wait until it has ended"]
    assert waited == [True]
    assert os.listdir(tmp_path) == []


def test_the_lock_of_a_program_that_was_killed_keeps_nobody_out(tmp_path: Path) -> None:
    path = tmp_path / "eval.duckdb"
    code = (
        "import os; from pathlib import Path; from evalsql.outputs.locks import alone; go()\n"
        "with alone(Path(sys.argv[1])):\n    os._exit(9)\n"
    )
    assert at_once(code, [str(path)]) == [9]
    assert os.listdir(tmp_path) == [".eval.duckdb.lock"]
    with locks.alone(path):
        pass
    assert os.listdir(tmp_path) == []


def test_a_file_of_another_kind_in_the_place_of_the_lock_is_named(tmp_path: Path) -> None:
    (tmp_path / ".eval.duckdb.lock").mkdir()
    with pytest.raises(
        InputError, match=r"eval\.duckdb: cannot be written, since .*\.eval\.duckdb\.lock cannot be locked"
    ):
        locks.alone(tmp_path / "eval.duckdb").__enter__()


def test_a_lock_that_is_another_users_is_not_taken_for_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "own.duckdb"
    lock = tmp_path / ".own.duckdb.lock"
    lock.touch()
    monkeypatch.setattr(locks.os, "access", lambda file, mode: Path(file) != lock)  # root may write all
    with (
        pytest.raises(InputError, match=r"own.duckdb: cannot be written, since \S+ cannot be locked: it is another"),
        locks.alone(path),
    ):
        pass
    assert lock.exists()
