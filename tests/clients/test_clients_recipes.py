"""The recipes of docs/how_to/recipes.md that need other programs, run as they stand on the page."""

import json
import re
import shlex
from pathlib import Path

import pytest
import recipes
from asking import PROGRAMS, home
from places import ROOT

pytestmark = pytest.mark.clients
SECTIONS = recipes.sections()
NO_PROGRAM = ("The files", "Python", "Not run by us")  # tests/docs/test_pages_shown.py has the first two
INTEGRATIONS = ROOT / "integrations"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the two files."""
    home()
    return recipes.make_files(tmp_path_factory.mktemp("recipes"))


def weekly_each_section_is_tested() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in SECTIONS if name not in NO_PROGRAM and f'SECTIONS["{name}"]' not in text] == []


def weekly_the_shell(folder: Path) -> None:
    ((_, code, printed),) = SECTIONS["DuckDB shell"]
    assert recipes.run(code, folder, home() / "shell" / "bin") == printed


def weekly_sqlalchemy(folder: Path) -> None:
    ((_, code, printed),) = SECTIONS["SQLAlchemy"]
    assert recipes.run([str(home() / "sqlalchemy/bin/python"), "-c", code], folder) == printed


def weekly_node(folder: Path) -> None:
    ((_, code, printed),) = SECTIONS["Node"]
    (folder / "recipe.mjs").write_text(code, encoding="utf-8")
    (folder / "node_modules").symlink_to(home() / "node_modules")
    assert recipes.run(["node", "recipe.mjs"], folder) == printed


def weekly_wasm_is_what_the_page_of_the_browser_does() -> None:
    ((_, code, _),) = SECTIONS["WASM"]
    assert code in (INTEGRATIONS / "browser" / "page.mjs").read_text(encoding="utf-8")


def weekly_superset_is_what_its_check_installs() -> None:
    (_, code, _), (_, parameters, _) = SECTIONS["Superset"]
    check = (INTEGRATIONS / "superset" / "check.py").read_text(encoding="utf-8")
    (packages,) = re.findall(r"^PACKAGES = (\[.*?\])", check, re.MULTILINE | re.DOTALL)
    assert shlex.split(code)[2:] == json.loads(packages)
    assert json.loads(parameters) == {"connect_args": {"read_only": True}}
    assert '{"engine_params": {"connect_args": {"read_only": True}}}' in check


def weekly_harlequin(folder: Path) -> None:
    ((_, code, printed),) = SECTIONS["Harlequin"]
    assert recipes.run(code, folder, home() / "harlequin" / "bin") == printed


def weekly_evidence(folder: Path) -> None:
    (_, options, _), (_, query, printed) = SECTIONS["Evidence"]
    (filename,) = re.findall(r"^  filename: (.+)$", options, re.MULTILINE)
    command = ["node", str(PROGRAMS / "evidence.mjs"), str(home()), filename, query]
    assert recipes.run(command, folder) == printed


def weekly_dbt(folder: Path) -> None:
    (_, profile, _), (_, model, _) = SECTIONS["dbt"]
    (folder / "models").mkdir()
    (folder / "models" / "at_5.sql").write_text(model, encoding="utf-8")
    (folder / "profiles.yml").write_text(profile, encoding="utf-8")
    (folder / "dbt_project.yml").write_text("name: quality\nprofile: quality\n", encoding="utf-8")
    recipes.run("DBT_SEND_ANONYMOUS_USAGE_STATS=false dbt run --profiles-dir .", folder, home() / "dbt" / "bin")
    query = "select run, round(avg(value), 4) from at_5 group by all order by 2 desc limit 2"
    asked = f"import duckdb; print(duckdb.connect('quality.duckdb').execute({query!r}).fetchall())"
    found = recipes.run([str(home() / "dbt/bin/python"), "-c", asked], folder)
    assert found == "[('splade+ce', 0.6629), ('dense+ce', 0.6306)]\n"


def rows(printed: str) -> list[tuple[str, float]]:
    """The rows of a table, however a notebook draws it."""
    return [(run, float(mean)) for run, mean in re.findall(r"(\S*[a-z]\S*)[^\w.]+(0[.]\d+)", printed)]


def weekly_jupysql(folder: Path) -> None:
    ((_, code, printed),) = SECTIONS["Notebooks: JupySQL"]
    cells = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        f"for cell in {code.split(chr(10) * 2)!r}:\n"
        "    found = InteractiveShell.instance().run_cell(cell)\n"
        "    found.raise_error()\n"
        "print(found.result)"
    )
    found = recipes.run([str(home() / "notebooks/bin/python"), "-W", "ignore", "-c", cells], folder)
    assert rows(found)[-2:] == rows(printed)


def weekly_marimo(folder: Path) -> None:
    ((_, code, printed),) = SECTIONS["Notebooks: marimo"]
    (folder / "recipe.py").write_text(code, encoding="utf-8")
    asked = "import recipe; print(recipe.app.run()[1]['at_5'])"
    found = recipes.run([str(home() / "notebooks/bin/python"), "-W", "ignore", "-c", asked], folder)
    assert rows(found) == rows(printed)
