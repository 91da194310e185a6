"""What names the version and the repository agrees, so that a release can be made of it; .ci/release asks first."""

import os
import re
import subprocess
import tomllib
from typing import Any

import pytest
from places import ROOT

import evalsql

yaml = pytest.importorskip("yaml")

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = PROJECT["version"]
EXTENSION = ROOT / "integrations" / "duckdb-extension"
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))


def test_the_installed_version_is_that_of_the_checkout() -> None:
    assert evalsql.__version__ == VERSION, "install the checkout again"


def test_the_changelog_begins_with_this_version() -> None:
    heading = re.search(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert heading is not None
    assert heading[1] in (f"Unreleased: {VERSION}", f"{VERSION}, {CITATION.get('date-released')}")


def test_the_citation_is_of_this_version() -> None:
    assert CITATION["cff-version"] == "1.2.0"
    assert str(CITATION["version"]) == VERSION
    assert CITATION["license"] == PROJECT["license"]


def test_the_description_of_the_extension_is_of_this_version() -> None:
    text = (EXTENSION / "description.yml").read_text(encoding="utf-8")
    description = yaml.safe_load(text)
    said = description["extension"]
    assert (said["version"], said["license"]) == (VERSION, PROJECT["license"])
    assert (said["name"], said["language"], said["build"]) == ("evalsql", "C", "cmake")
    assert {"wasm_mvp", "wasm_eh", "wasm_threads"} <= set(said["excluded_platforms"].split(";"))
    # CMake and Makefile take the version from this line
    assert [line for line in text.splitlines() if line.startswith("  version: ")] == [f"  version: {VERSION}"]
    # as .ci/release fills it in
    assert said["maintainers"] == ["$owner"]
    assert description["repo"] == {"github": "$repository", "ref": "$commit"}
    assert set(description) == {"extension", "repo", "docs"}


def test_every_address_is_of_the_one_repository() -> None:
    urls = PROJECT["urls"]
    owner, name = re.fullmatch(r"https://github\.com/([\w-]+)/([\w.-]+)", urls["Source"]).groups()
    assert urls == {
        "Source": urls["Source"],
        "Documentation": f"https://{owner}.github.io/{name}",
        "Changelog": f"{urls['Source']}/blob/main/CHANGELOG.md",
        "Issues": f"{urls['Source']}/issues",
    }


def test_no_other_file_names_the_repository() -> None:
    owner, name = PROJECT["urls"]["Source"].split("/")[3:]
    address = re.compile(rf"\b{re.escape(owner)}(/{re.escape(name)}|\.github\.io)\b")
    folders = [ROOT / each for each in ("docs", "integrations", ".github", "evalsql")]
    files = [*ROOT.glob("*.*"), *(file for folder in folders for file in folder.rglob("*.*"))]
    texts = [file for file in files if file.suffix in {".md", ".toml", ".yml", ".cff", ".txt", ".py", ".html"}]
    assert len(texts) > 100
    assert [file.name for file in texts if address.search(file.read_text(encoding="utf-8"))] == ["pyproject.toml"]


def test_a_tag_is_refused_that_is_not_of_this_version_and_repository() -> None:
    there = {**os.environ, "GITHUB_REPOSITORY": "someone/elses"}
    for tag, said in (
        ("v0.0.9", f"the tag v0.0.9 is not of version {VERSION}"),
        (f"v{VERSION}", "CHANGELOG.md does not have|the repository is"),
    ):
        done = subprocess.run([ROOT / ".ci" / "release", tag], env=there, capture_output=True, text=True, timeout=60)
        assert done.returncode == 1
        assert re.search(said, done.stderr)


def steps(job: str) -> list[dict[str, Any]]:
    """The steps of a job of the workflow."""
    return WORKFLOW["jobs"][job]["steps"]


def test_the_workflow_publishes_a_tag_and_nothing_else() -> None:
    assert WORKFLOW[True] == {"push": {"tags": ["v*"]}, "workflow_dispatch": None}  # YAML reads on as true
    publishing = {name: job for name, job in WORKFLOW["jobs"].items() if name != "build"}
    assert {job["if"] for job in publishing.values()} == {"github.ref_type == 'tag'"}
    # what runs code of others may write nothing, and each job no more than it must
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert "permissions" not in WORKFLOW["jobs"]["build"]
    assert publishing["pypi"]["permissions"] == {"id-token": "write"}
    used = [each["uses"].partition("@")[0] for each in steps("pypi")]
    assert used == ["actions/download-artifact", "pypa/gh-action-pypi-publish"]
    assert not any("${{" in each.get("run", "") for job in WORKFLOW["jobs"] for each in steps(job))


def test_the_workflow_takes_files_that_the_script_makes() -> None:
    script = (ROOT / ".ci" / "release").read_text(encoding="utf-8")
    for name in set(re.findall(r"dist/([\w.]+\.\w+)", str(WORKFLOW))):
        assert f"dist/{name}" in script
    assert "> SHA256SUMS" in script
