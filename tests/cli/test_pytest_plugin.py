"""The fixture evalsql_gate: a test of relevance is a test of pytest."""

import re
import subprocess
import sys
import tomllib

import pages
import pytest
from parsed import obeyed
from places import FIXTURES, ROOT

import evalsql
from evalsql.pytest_plugin import gate_passes

pytest_plugins = "pytester"
TINY = FIXTURES / "tiny"
TEST = """
def test_relevance(evalsql_gate):
    {call}
"""
CALL = f'evalsql_gate("{TINY}/{{}}.run", baseline="{TINY}/{{}}.run", qrels="{TINY}/qrels.txt", measures="nDCG@10", '


@pytest.fixture(autouse=True)
def only_this_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plugin is loaded by name, whether evalsql is installed with its entry point or not."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "evalsql.pytest_plugin")


@pytest.fixture(scope="module", autouse=True)
def everything_loaded() -> None:
    """What a gate loads is there before: pytester takes new modules away again, and NumPy cannot be loaded twice."""
    old = {query: {"d": 1.0} for query in "abc"}
    new = {query: {"d": 1.0, **dict.fromkeys(query * place, 2.0)} for place, query in enumerate("abc", 1)}
    new["c"]["z"] = 3.0
    with pytest.raises(pytest.fail.Exception, match="no worse"):
        gate_passes(new, old, {query: {"d": 1} for query in "abc"}, "RR", margin=0.01)


def run(pytester: pytest.Pytester, call: str) -> pytest.RunResult:
    pytester.makepyfile(TEST.format(call=call))
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", "-W", "default", "-W", "ignore::DeprecationWarning")


def test_a_gate_that_passes_is_a_test_that_does(pytester: pytest.Pytester) -> None:
    found = run(pytester, f'rows = {CALL.format("good", "poor")}margin=0.01)\n    assert "verdict" in rows.columns')
    found.assert_outcomes(passed=1, warnings=3)  # what evalsql.gate would warn of


def test_a_gate_that_fails_is_a_test_that_fails_with_its_table(pytester: pytest.Pytester) -> None:
    found = run(pytester, f"{CALL.format('poor', 'good')}margin=0.01)")
    found.assert_outcomes(failed=1, warnings=3)
    found.stdout.fnmatch_lines(["nDCG@10 *verdict*", "no worse *fail*", "failed: poor against good (1 fail)"])
    assert "pytest_plugin.py" not in found.stdout.str()  # no traceback


def test_names_give_no_order_to_githubs_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    name = "##[set-output name=a]b"
    new, old = ({name: {query: dict.fromkeys("de"[:n], 1.0) for query in (name, "q")}} for n in (2, 1))
    judged = {name: {"d": 1}, "q": {"d": 1}}
    with pytest.warns(evalsql.InputWarning) as warned, pytest.raises(pytest.fail.Exception) as failed:
        gate_passes(new, old, judged | {"z": {"d": 1}}, "RR", worst_loss=0.1)
    with pytest.raises(evalsql.InputError) as refused:
        gate_passes(new, old, {name: {"d": name}}, "RR", margin=0.01)
    said = [str(failed.value), str(refused.value), *(str(each.message) for each in warned)]
    assert [obeyed(line) for text in said for line in text.splitlines() if obeyed(line)] == []
    assert "## [set-output" in said[0]


def test_the_test_of_the_page_says_what_the_page_shows(pytester: pytest.Pytester) -> None:
    ((code, shown),) = re.findall(r"```py\n(.*?)```\n\n```text\n(.*?)```", pages.read("docs/how_to/ci.md"), re.DOTALL)
    (pytester.path / "fixtures").symlink_to(FIXTURES)
    pytester.makepyfile(code)
    found = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-W", "default", "-W", "ignore::DeprecationWarning")
    found.assert_outcomes(failed=1)
    assert shown in found.stdout.str()


def test_what_cannot_be_told_is_a_warning(pytester: pytest.Pytester) -> None:
    call = f"{CALL.format('poor', 'good')}margin=0.4"
    found = run(pytester, f"{call})")
    found.assert_outcomes(passed=1, warnings=4)
    found.stdout.fnmatch_lines(["*InputWarning: nDCG@10 no worse: cannot tell: *"])
    run(pytester, f"{call}, require_evidence=True)").assert_outcomes(failed=1, warnings=3)


def test_a_bad_input_is_one_sentence(pytester: pytest.Pytester) -> None:
    found = run(pytester, f"{CALL.format('poor', 'good')}margin='wide')")
    found.assert_outcomes(failed=1)
    found.stdout.fnmatch_lines(["E *evalsql.errors.InputError: margin must be a number, such as 0.01, *, not 'wide'*"])
    assert "comparing" not in found.stdout.str()


def test_the_plugin_is_declared_and_loads_nothing_heavy() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"evalsql": "evalsql.pytest_plugin"}
    code = (
        "import pytest, sys; before = set(sys.modules); import evalsql.pytest_plugin; print(*set(sys.modules) - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"evalsql", "evalsql.pytest_plugin"}
