"""The command line takes DuckDB's engine alone, and all of DuckDB where something else is asked for."""

import subprocess
import sys

import pytest
from places import ROOT

WHOLE = "{'duckdb.sqltypes', 'duckdb.typing'} & {*sys.modules}"  # what the layer in Python is known by


def said(program: str) -> list[str]:
    """What a program prints, in words."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout.split()


@pytest.mark.parametrize("options", [["--format", "csv"], ["--per-query"]])
def test_evaluate_needs_the_engine_alone(options: list[str]) -> None:
    tiny = ROOT / "fixtures" / "tiny"
    arguments = ["evalsql", "evaluate", str(tiny / "good.run"), "-q", str(tiny / "qrels.txt"), *options]
    program = f"""
import os, sys
sys.argv = {arguments!r}
from evalsql import __main__ as program
os._exit = lambda status: print("status", status, bool({WHOLE}))
program.run()
"""
    assert said(program)[-3:] == ["status", "0", "False"]
