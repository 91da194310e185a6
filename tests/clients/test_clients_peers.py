"""Other evaluators over evalsql, as they are published: the tests of ir_measures, and BEIR's class; and beside ranx."""

import json
import re
import subprocess
from collections.abc import Sequence

import pytest
from asking import PROGRAMS, home
from places import ROOT

pytestmark = pytest.mark.clients


def said_by(*arguments: str, search: Sequence[str] = (), status: Sequence[int] = (0,)) -> str:
    """What Python says where the peers are installed.

    Args:
        arguments: those of Python.
        search: folders in which it finds modules first.
        status: what it may end with.
    """
    found = {"PYTHONPATH": ":".join(map(str, search)), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [str(home() / "peers" / "bin" / "python"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=found)
    assert done.returncode in status, done.stderr
    return done.stdout


def outcomes(*options: str) -> dict[str, list[str]]:
    """The outcomes of the tests that ir_measures comes with, by test."""
    tests = str(home() / "ir-measures" / "tests")
    text = said_by(
        *("-m", "pytest", tests, "-q", "-rA", "-p", "no:cacheprovider", f"--rootdir={home()}", *options),
        "--continue-on-collection-errors",  # one imports a file that is not published
        search=[str(PROGRAMS), str(ROOT)],
        status=(0, 1),  # some need providers that are not there
    )
    found: dict[str, list[str]] = {}
    for outcome, name in re.findall(r"^(PASSED|FAILED|SUBPASSED\S*|SUBFAILED\S*) \S*?(test_\w+\.py\S*)", text, re.M):
        found.setdefault(name, []).append(outcome)
    return {name: sorted(each) for name, each in found.items()}


def weekly_what_passes_of_the_tests_of_ir_measures_passes_where_it_asks_evalsql() -> None:
    expected = outcomes()
    assert sum(each == ["PASSED"] for each in expected.values()) >= 16
    assert outcomes("-p", "registering") == expected


def weekly_beirs_class_gives_the_same_numbers() -> None:
    theirs, ours = (
        json.loads(said_by(str(PROGRAMS / "with_beir.py"), of, search=[str(ROOT)])) for of in ("", "evalsql")
    )
    assert (theirs["module"], ours["module"]) == ("pytrec_eval", "evalsql.compat.pytrec_eval")
    assert theirs["scores"] == ours["scores"]
    assert len(ours["scores"]) == 30


def weekly_ranx_agrees_on_thousands_of_generated_cases() -> None:
    # it needs an older numpy than some Python has, so the tests that ask it skip elsewhere
    files = [str(ROOT / "tests" / "peers" / name) for name in ("test_ranx.py", "test_agreement_by_value.py")]
    options = ("-q", "-k", "ranx and not every_value", "-o", "addopts=--strict-markers", "-p", "no:cacheprovider")
    text = said_by("-m", "pytest", *files, *options, search=[str(ROOT)])
    assert re.search(r"^2 passed", text, re.M), text
