"""Rules of a gate in a file: which are read, and what is refused."""

import json
import re
from pathlib import Path

import pytest
import typer
from command import evalsql, output, refusal
from in_process import own_commands
from places import FIXTURES

from evalsql import cli
from evalsql.cli import config

TINY = FIXTURES / "tiny"
RULES = f"""
new = "{TINY}/poor.run"
baseline = "{TINY}/good.run"
qrels = "{TINY}/qrels.txt"
margin = {{ "nDCG@10" = 0.01, AP = "2%" }}
at-least = "AP=0.2"
"""


def decided(*words: str, cwd: Path, file: str = "") -> dict:
    """What the gate says, as JSON; it may fail. What it says last is the file of rules that it has read."""
    done = evalsql("gate", *words, "--format", "json", cwd=cwd)
    assert done.returncode < 2, done.stderr.decode()
    assert not file or done.stderr.decode().endswith(f"\nevalsql: rules of {file}\n")
    return json.loads(done.stdout)


def write(path: Path, table: str, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"[{table}]\n{text}", encoding="utf-8")
    return path


@pytest.mark.parametrize(("file", "table"), [("evalsql.toml", "gate"), ("pyproject.toml", "tool.evalsql.gate")])
def long_the_command_alone_does_what_the_file_says(file: str, table: str, tmp_path: Path) -> None:
    write(tmp_path / file, table, RULES)
    line = ["--margin", "nDCG@10=0.01", "--margin", "AP=2%", "--at-least", "AP=0.2", "--qrels", f"{TINY}/qrels.txt"]
    said = decided(f"{TINY}/poor.run", "--baseline", f"{TINY}/good.run", *line, cwd=FIXTURES)
    assert decided(cwd=tmp_path, file=file) == said
    assert [(rule["metric"], rule["rule"]) for rule in said["rules"]] == [
        ("nDCG@10", "non_inferior"),
        ("AP", "non_inferior"),
        ("AP", "at_least"),
    ]


def long_what_the_line_says_goes_before_what_the_file_says(tmp_path: Path) -> None:
    write(
        tmp_path / "evalsql.toml",
        "gate",
        RULES.replace("AP =", '"*" = 0.4, AP =') + "alpha = 0.01\nrequire-evidence = true\n",
    )
    assert [rule["bound"] for rule in decided("-m", "RR", cwd=tmp_path)["rules"][:1]] == [0.4]
    found = decided("--margin", "0.3", "--alpha", "0.2", "-m", "RR", cwd=tmp_path)
    assert [(rule["metric"], rule["rule"], rule["bound"]) for rule in found["rules"]] == [
        ("RR", "non_inferior", 0.3),
        ("AP", "non_inferior", 0.3),
        ("AP", "at_least", 0.2),
    ]
    assert found["decided"]["alpha"] == 0.2
    assert found["decided"]["require_evidence"]


def long_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "here"
    folder.mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    for name in ("good.run", "poor.run"):
        (tmp_path / "runs" / name).symlink_to(TINY / name)
    relative = 'new = "changed=runs/poor.run"\nbaseline = "runs/good.run"\nqrels = "qrels.txt"\nmargin = 0.01\n'
    write(tmp_path / "evalsql.toml", "gate", relative)
    (tmp_path / "qrels.txt").symlink_to(TINY / "qrels.txt")
    found = decided(cwd=folder)
    assert (found["new"], found["baseline"]) == ("changed", "good")
    (tmp_path / "measures.txt").write_text("RR\n", encoding="utf-8")
    write(tmp_path / "evalsql.toml", "gate", relative + 'measure = "@measures.txt"\n')
    assert [rule["metric"] for rule in decided(cwd=folder)["rules"]] == ["RR"]
    bound = relative.replace("margin = 0.01", 'margin = { "@measures.txt" = 0.1, "P.5,10" = 0.2 }')
    write(tmp_path / "evalsql.toml", "gate", bound)
    bounds = {rule["metric"]: rule["bound"] for rule in decided(cwd=folder)["rules"]}
    assert bounds == {"RR": 0.1, "P@5": 0.2, "P@10": 0.2}
    general = relative.replace("margin = 0.01", 'margin = { "*" = 0.0001, "AP" = 0.99 }')
    write(tmp_path / "evalsql.toml", "gate", general)
    rows = {rule["metric"]: rule["verdict"] for rule in decided(cwd=folder)["rules"]}
    assert rows == {"nDCG@10": "fail", "AP": "pass"}
    # those of the line are relative to here
    (folder / "again.run").symlink_to(TINY / "good.run")
    assert decided("again.run", cwd=folder)["new"] == "again"


def test_every_option_is_a_key_and_paths_are_known_as_such() -> None:
    with own_commands():
        cli.add_commands([])
        command = typer.main.get_command(cli.app).commands["gate"]
    keys = config.keys_of(command)
    assert {each.name for each in keys.values()} == {each.name for each in command.params} - {"rules", "mkdir"}
    assert {"new", "baseline", "measure", "margin", "at-least", "losing", "require-evidence"} <= set(keys)
    paths = {key for key, each in keys.items() if each.metavar in config.PATHS}
    assert {"new", "baseline", "qrels", "output", "also", "queries", "gains", "weights"} <= paths
    # what is no path, though its help speaks of files
    no_paths = "run baseline-run force append label where memory-limit format subtopics columns ties duplicates lower"
    speaking = {key for key, each in keys.items() if re.search(r"(?i)\b(file|folder|table)s?\b", each.help or "")}
    assert speaking - paths <= {*no_paths.split()}


def test_help_says_that_rules_may_stand_in_a_file(tmp_path: Path) -> None:
    write(tmp_path / "evalsql.toml", "gate", "nonsense = 1")
    assert "[tool.evalsql.gate]" in " ".join(output("gate", "--help", cwd=tmp_path).split())


def long_the_nearest_file_with_rules_is_read_up_to_the_root_of_the_repository(tmp_path: Path) -> None:
    folder = tmp_path / "project" / "deep" / "deeper"
    folder.mkdir(parents=True)
    write(tmp_path / "evalsql.toml", "gate", RULES.replace("0.01", "0.4"))
    assert "missing NEW" in refusal("gate", cwd=folder)  # in no repository, nothing above is read
    (tmp_path / ".git").mkdir()
    assert decided(cwd=folder)["rules"][0]["bound"] == 0.4
    write(tmp_path / "project" / "pyproject.toml", "tool.evalsql.gate", RULES.replace("0.01", "0.3"))
    assert decided(cwd=folder)["rules"][0]["bound"] == 0.3
    write(tmp_path / "project" / "deep" / "pyproject.toml", "project", 'name = "other"')  # without rules
    assert decided(cwd=folder)["rules"][0]["bound"] == 0.3
    named = write(tmp_path / "other.toml", "gate", RULES.replace("0.01", "0.2"))
    assert decided("--rules", str(named), cwd=folder)["rules"][0]["bound"] == 0.2
    link, inside = folder / "evalsql.toml", write(tmp_path / "in.toml", "gate", RULES.replace("0.01", "0.1"))
    link.symlink_to(inside)
    assert decided(cwd=folder)["rules"][0]["bound"] == 0.1
    (tmp_path / "project" / "deep" / ".git").mkdir()
    led = "evalsql: evalsql.toml: leads out of the repository; say --rules evalsql.toml if it is to be read"
    assert " ".join(refusal("gate", cwd=folder).split()) == led
    assert decided("--rules", "evalsql.toml", cwd=folder)["rules"][0]["bound"] == 0.1
    link.unlink()
    assert "missing NEW" in refusal("gate", cwd=folder)
