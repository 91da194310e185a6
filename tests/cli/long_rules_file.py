"""Options of `evalsql gate` may stand in evalsql.toml or pyproject.toml, and are the options of the command."""

from pathlib import Path

from command import refusal
from test_rules_file import RULES, decided, write


def test_the_nearest_file_with_rules_is_read_up_to_the_root_of_the_repository(tmp_path: Path) -> None:
    folder = tmp_path / "project" / "deep" / "deeper"
    folder.mkdir(parents=True)
    write(tmp_path / "evalsql.toml", "gate", RULES.replace("0.01", "0.4"))
    assert "NEW is missing" in refusal("gate", cwd=folder)  # in no repository, nothing above is read
    (tmp_path / ".git").mkdir()
    assert decided(cwd=folder)["rules"][0]["bound"] == 0.4
    write(tmp_path / "project" / "pyproject.toml", "tool.evalsql.gate", RULES.replace("0.01", "0.3"))
    assert decided(cwd=folder)["rules"][0]["bound"] == 0.3
    write(tmp_path / "project" / "deep" / "pyproject.toml", "project", 'name = "other"')  # without rules
    assert decided(cwd=folder)["rules"][0]["bound"] == 0.3
    named = write(tmp_path / "other.toml", "gate", RULES.replace("0.01", "0.2"))
    assert decided("--rules", str(named), cwd=folder)["rules"][0]["bound"] == 0.2
    (tmp_path / "project" / "deep" / ".git").mkdir()
    assert "NEW is missing" in refusal("gate", cwd=folder)
