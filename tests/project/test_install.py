"""sql/ is found wherever evalsql is installed, and the package index has a page of it."""

import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from email import message_from_bytes
from importlib.metadata import PathDistribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from places import FIXTURES, ROOT

LIST = "from evalsql import metrics; from evalsql.catalog.sqlfiles import sql_folder; print(sql_folder(), *metrics())"


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints on standard output; it must succeed."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    return next(folder.glob("evalsql-*.whl"))


def empty_environment(folder: Path) -> Path:
    """The Python of a new environment."""
    venv.create(folder, with_pip=False)
    return folder / "bin" / "python"


def packages_of(python: Path) -> Path:
    """Where an environment keeps what is installed."""
    (found,) = (python.parents[1] / "lib").glob("python*/site-packages")
    return found


def link_dependencies(python: Path) -> None:
    """Puts what the evalsql of an environment says it needs there, and what that needs, from that of these tests.

    Nothing else of it is found there, and nothing is fetched or unpacked, which would take half a minute.
    """
    packages = packages_of(python)
    (metadata,) = packages.glob("evalsql-*.dist-info")
    asked, known = list(PathDistribution(metadata).requires or []), set()
    while asked:
        needed = Requirement(asked.pop())
        called = canonicalize_name(needed.name)
        if called in known or (needed.marker and not needed.marker.evaluate({"extra": ""})):
            continue
        known.add(called)
        found = distribution(needed.name)
        assert needed.specifier.contains(found.version, prereleases=True), needed
        asked += found.requires or []
        for name in {file.parts[0] for file in found.files or [] if file.parts[0] not in ("..", "__pycache__")}:
            (packages / name).symlink_to(found.locate_file(name))


def install(python: Path, *what: str | Path) -> None:
    """Installs something into the environment of a Python, which has no pip of its own."""
    command = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check")
    run(*command, *what, cwd=python.parents[1])


def long_a_wheel_holds_every_file_of_sql_the_templates_of_reports_and_that_it_has_types(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    sql = [path.relative_to(ROOT).as_posix() for path in (ROOT / "sql").rglob("*") if path.is_file()]
    assert {name for name in names if name.startswith("evalsql/sql/")} == {f"evalsql/{name}" for name in sql}
    reports = [path for path in (ROOT / "evalsql" / "reporting").rglob("*.*") if path.parent.name != "__pycache__"]
    inside = {name for name in names if name.startswith("evalsql/reporting/")}
    assert inside == {path.relative_to(ROOT).as_posix() for path in reports}
    assert "evalsql/py.typed" in names


def long_the_page_of_a_wheel_is_the_readme_with_links_to_its_version(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (each for each in archive.namelist() if each.endswith("/METADATA"))
        metadata = message_from_bytes(archive.read(name))
    page = str(metadata.get_payload(decode=True), "utf-8")
    source = dict(each.split(", ") for each in metadata.get_all("Project-URL", []))["Source"]
    files = f"{source}/blob/v{metadata['Version']}/"
    links = re.findall(r"\]\((.+?)\)", page)
    assert all(link.startswith("https://") for link in links)
    assert f"{files}docs/figures/leaderboard.svg?raw=true" in links
    assert page.replace("?raw=true", "").replace(files, "") == (ROOT / "README.md").read_text(encoding="utf-8")


def long_a_wheel_in_an_empty_environment_finds_its_own_sql(wheel: Path, tmp_path: Path) -> None:
    python = empty_environment(tmp_path / "environment")
    install(python, "--no-deps", wheel)
    link_dependencies(python)
    folder, *names = run(python, "-c", LIST, cwd=tmp_path).split()
    assert Path(folder).is_relative_to(tmp_path)
    assert "nDCG" in names
    runs, qrels = FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "subtopics.parquet"
    measures = ("-m", "nDCG@10", "-m", "alpha_nDCG@10")  # the second calls a function of Python
    printed = run(python, "-m", "evalsql", "evaluate", runs, "--qrels", qrels, *measures, cwd=tmp_path)
    assert printed.splitlines()[1].split() == ["splade+ce", "0.6603^", "0.6900^"]


def long_an_editable_install_finds_the_sql_of_the_checkout(tmp_path: Path) -> None:
    python = empty_environment(tmp_path / "environment")
    install(python, "--no-deps", "--editable", ROOT)
    # what it depends on is that of these tests, found by a path, so that their own evalsql comes second
    (packages_of(python) / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    folder, *names = run(python, "-c", LIST, cwd=tmp_path).split()
    assert Path(folder).samefile(ROOT / "sql")
    assert "nDCG" in names
    # its plugin is found by pytest, with the entry point
    assert "\nevalsql_gate [session scope]" in run(python, "-m", "pytest", "--fixtures", "-p", "no:xdist", cwd=tmp_path)
