"""Of several programs that would replace a database at the same moment, one does, and the others know of it."""

import os
from pathlib import Path
from threading import Thread

import pytest
from other_programs import at_once

from evalsql import InputError
from evalsql.outputs import locks


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
