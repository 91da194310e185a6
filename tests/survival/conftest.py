"""What bad input and strangers' files are tried with."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from bad_input.trying import Bench
from built import macros_of, made_once
from in_process import output
from strangers import QRELS, RUN, SECRET

import evalsql


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """A folder and a library of few macros, as databases have meanwhile."""
    with macros_of("AP", "nDCG", "RBP", "alpha_nDCG", "infNDCG"):
        library = made_once(tmp_path_factory, "few.duckdb", lambda path: output("lib", path))
        yield Bench(tmp_path_factory.mktemp("tried"), library)


@pytest.fixture(scope="module")
def few_macros() -> Iterator[None]:
    with macros_of("AP", "nDCG"):
        yield


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, few_macros: None) -> Path:
    path = tmp_path_factory.mktemp("built") / "eval.duckdb"
    evalsql.build_database(path, {"x": RUN}, QRELS, "AP", curves="nDCG")
    return path


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.txt"
    path.write_text(SECRET)
    return path
