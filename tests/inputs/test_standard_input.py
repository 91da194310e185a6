"""Standard input may hold runs or judgments in any format, alone or beside files."""

import errno
import io
import sys
from types import SimpleNamespace

import pyarrow as pa
import pytest
from tiny import GOOD, POOR, QRELS, RUNS, TINY, expected, scores
from written import ALL_FORMATS, TEXTS, as_csv, as_gzip, as_jsonl, as_parquet, as_trec, as_zstd, pipe, put

from evalsql import InputError

STREAMS = {
    "TREC": as_trec,
    "CSV": as_csv,
    "JSONL": as_jsonl,
    "JSON array": TEXTS["array.json"],
    "Parquet": as_parquet,
    "gzip": lambda table: as_gzip(as_trec(table)),
    "zstd": lambda table: as_zstd(as_csv(table)),
    "Parquet in gzip": lambda table: as_gzip(as_parquet(table)),
}


@pytest.mark.quick(3)
@pytest.mark.parametrize("name", STREAMS)
def test_standard_input_may_hold_runs_in_any_format(monkeypatch, name):
    pipe(monkeypatch, STREAMS[name](RUNS))
    assert scores("-") == expected()


@pytest.mark.quick(3)
@pytest.mark.parametrize("name", STREAMS)
def test_standard_input_may_hold_judgments_in_any_format(monkeypatch, name):
    pipe(monkeypatch, STREAMS[name](QRELS))
    assert scores([TINY / "good.run", TINY / "poor.run"], "-") == expected()


def test_standard_input_that_cannot_be_read_is_refused(monkeypatch):
    class Broken(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer) -> int:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Broken()))
    with pytest.raises(InputError, match=r"standard input: cannot be copied to .*: Input/output error$"):
        scores("-")


def test_standard_input_may_stand_beside_files(monkeypatch, tmp_path):
    pipe(monkeypatch, as_parquet(GOOD))
    assert scores(["-", put(tmp_path / "poor.parquet", POOR)]) == expected()


def test_many_runs_may_come_in_one_call_and_each_in_another_format(monkeypatch, tmp_path):
    def renamed(run):
        return GOOD.drop(["run"]).append_column("run", pa.array([run] * len(GOOD)))

    pipe(monkeypatch, as_jsonl(renamed("piped")))
    files = {name: put(tmp_path / f"{name}.{name}", write(renamed(name))) for name, write in ALL_FORMATS.items()}
    files["packed"] = put(tmp_path / "packed.run.gz", as_gzip(as_trec(renamed("x"))))
    put(tmp_path / "hive" / "run=folder" / "a.parquet", GOOD.drop(["run"]))
    found = scores([*files.values(), TINY / "poor.run", f"{tmp_path}/hive", "-"])
    assert {row[0] for row in found} == {*files, "poor", "folder", "piped"}
    for run in (*files, "folder", "piped"):
        assert [("good", *row[1:]) for row in found if row[0] == run] == [row for row in expected() if row[0] == "good"]
