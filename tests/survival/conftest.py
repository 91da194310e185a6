"""What kinds of bad input are tried with."""

from pathlib import Path

import pytest
from bad_input.trying import Bench
from built import macros_of, made_once
from in_process import output


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A folder and a library of few macros."""

    def make(path: Path) -> None:
        with macros_of("AP", "nDCG", "RBP", "alpha_nDCG", "infNDCG", "problems"):
            output("lib", path)

    return Bench(tmp_path_factory.mktemp("tried"), made_once(tmp_path_factory, "few.duckdb", make))
