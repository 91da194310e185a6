"""The action and the hook, which other services run, do what they say as far as it goes without these services."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from places import FIXTURES, ROOT

import evalsql

yaml = pytest.importorskip("yaml")

ACTION = ROOT / "action.yml"
PAGE = ROOT / "docs" / "how_to" / "github_action.md"
HOOKS = ROOT / "integrations" / "pre-commit" / ".pre-commit-config.yaml"
RULES = """
[gate]
new = "runs/new.run"
baseline = "runs/old.run"
qrels = "qrels.txt"
measure = "nDCG@10"
margin = 0.01
"""


def read(file: Path) -> Any:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with rules, by which the new run is worse; and an evalsql that is found before any other."""
    tiny, folder = FIXTURES / "tiny", tmp_path / "project"
    (folder / "runs").mkdir(parents=True)
    for link, file in (("runs/new.run", "poor.run"), ("runs/old.run", "good.run"), ("qrels.txt", "qrels.txt")):
        (folder / link).symlink_to(tiny / file)
    (folder / "evalsql.toml").write_text(RULES, encoding="utf-8")
    (folder / ".git").mkdir()
    (tmp_path / "bin").mkdir()
    script(tmp_path / "bin" / "evalsql", f'exec {shlex.quote(sys.executable)} -m evalsql "$@"')
    script(tmp_path / "bin" / "python", f'printf "%s\\n" "$@" > {shlex.quote(str(tmp_path / "python.said"))}')
    return folder


def script(file: Path, line: str) -> None:
    file.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    file.chmod(0o755)


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Where the programs of a project are found."""
    path = f"{folder.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), **more}


def step(name: str) -> dict[str, Any]:
    """A step of the action."""
    (found,) = (each for each in read(ACTION)["runs"]["steps"] if each["name"] == name)
    return found


def run(name: str, folder: Path, **inputs: str) -> subprocess.CompletedProcess:
    """Does what a runner does for a step of the action, with inputs where they are not the default."""
    action = read(ACTION)
    given = {key: inputs.pop(key.replace("-", "_"), each["default"]) for key, each in action["inputs"].items()}
    assert not inputs
    found = step(name)
    assert found["shell"] == "bash"

    def filled(text: str) -> str:
        return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda each: given[each[1]], text)

    assert "${{" not in found["run"]  # no text of an input is a part of a script
    files = {f"GITHUB_{each}": str(folder.parent / each.lower()) for each in ("OUTPUT", "STEP_SUMMARY")}
    set_by = {**files, "RUNNER_TEMP": str(folder.parent), "GITHUB_ACTION_PATH": str(ROOT)}
    own = {key: filled(text) for key, text in found.get("env", {}).items()}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", found["run"]],
        cwd=folder / filled(found.get("working-directory", ".")),
        env=environment(folder, **set_by, **own),
        capture_output=True,
        text=True,
        timeout=60,
    )


def long_the_action_fails_the_job_and_says_why(project: Path) -> None:
    done = run("Gate", project, junit="gate.xml", report_url="https://example.org/report")
    assert done.returncode == 1
    first, *_, last = done.stdout.splitlines()
    assert first.startswith("::error title=evalsql gate%3A nDCG@10 no worse::fail: ")
    assert last.startswith("::notice title=evalsql gate%3A failed::")
    summary = (project.parent / "step_summary").read_text(encoding="utf-8")
    assert summary.startswith("### evalsql gate: failed\n")
    assert "[Report](https://example.org/report)" in summary
    assert "<testsuites " in (project / "gate.xml").read_text(encoding="utf-8")
    set_ = dict(line.split("=", 1) for line in (project.parent / "output").read_text(encoding="utf-8").splitlines())
    assert set_["status"] == "1"
    assert Path(set_["markdown"]).read_text(encoding="utf-8") == summary


def long_options_of_the_action_are_words_and_no_script(project: Path) -> None:
    (project / "a 'b' $(touch here).run").symlink_to(FIXTURES / "tiny" / "good.run")
    done = run("Gate", project, options="a 'b' $(touch here).run\n\n--measure\nAP(rel=2)\n")
    assert done.returncode == 0, done.stderr
    assert not (project / "here").exists()
    assert "AP(rel=2)" in done.stdout + (project.parent / "step_summary").read_text(encoding="utf-8")


def long_an_input_that_the_action_refuses_is_an_annotation(project: Path) -> None:
    done = run("Gate", project, options="no 100%.run")
    assert done.returncode == 2
    (line,) = done.stdout.splitlines()
    assert line.startswith("::error title=evalsql gate::evalsql: no 100%25.run: there is no such file")
    assert (project.parent / "output").read_text(encoding="utf-8") == "status=2\nmarkdown=\n"
    assert not (project.parent / "step_summary").exists()


def test_the_action_writes_through_no_link(project: Path) -> None:
    (project / "gate.xml").symlink_to(project / "notes")
    done = run("Gate", project, junit="gate.xml")
    assert done.returncode == 2
    assert done.stdout.startswith("::error title=evalsql gate::the file of inputs.junit is a link")
    assert not (project / "notes").exists()


@pytest.mark.parametrize(("asked", "installed"), [("", str(ROOT)), ("evalsql==0.1.0", "evalsql==0.1.0")])
def test_the_action_installs_its_own_version_or_what_is_asked_for(asked: str, installed: str, project: Path) -> None:
    assert run("Install", project, evalsql=asked).returncode == 0
    assert (project.parent / "python.said").read_text(encoding="utf-8").splitlines()[-1] == installed
    assert step("Install")["if"] == "inputs.evalsql != 'none'"


def test_the_page_of_the_action_has_its_inputs_and_outputs_and_a_workflow() -> None:
    page = PAGE.read_text(encoding="utf-8")
    action = read(ACTION)
    rows = set(re.findall(r"^\| `(.+?)` \|", page, re.MULTILINE))
    assert rows == {*action["inputs"], *action["outputs"]}
    (example,) = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    steps = yaml.safe_load(example)["jobs"]["gate"]["steps"]
    (used,) = (each for each in steps if each.get("uses") == f"REPOSITORY@v{evalsql.__version__}")
    assert set(used["with"]) <= set(action["inputs"])
    wanted = {name for each in steps for name in re.findall(r"steps\.gate\.outputs\.(\w+)", str(each))}
    assert wanted <= set(action["outputs"])


def test_the_marketplace_takes_the_action() -> None:
    action = read(ACTION)
    assert len(action["description"]) <= 125
    assert action["branding"] == {"icon": "bar-chart-2", "color": "blue"}  # one of Feather's, and one of nine
    others = [file for name in ("action.yml", "action.yaml") for file in ROOT.glob(f"[!.]*/**/{name}")]
    assert others == []


def long_the_hook_stops_a_commit_that_loses(project: Path) -> None:
    ((hook,),) = (each["hooks"] for each in read(HOOKS)["repos"])
    assert (hook["language"], hook["pass_filenames"]) == ("system", False)
    for file in ("runs/new.run", "qrels.txt", "evalsql.toml"):
        assert re.search(hook["files"], file)
    words = shlex.split(hook["entry"])
    done = subprocess.run(words, cwd=project, env=environment(project), capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "failed: new against old" in done.stdout
