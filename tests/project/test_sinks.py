"""Where text runs, is read or leaves evalsql: each such call stands in a function that looked_at.toml lists.

Of what reads and prints the file is listed. What reaches SQL is read in test_text_in_sql.py.
"""

import ast
import tomllib
from collections import defaultdict
from pathlib import Path

from places import ROOT
from python_read import Package

KINDS = {
    "runs": {"eval", "exec", "compile", "__import__", "import_module", "run", "Popen", "system", "loads", "find_spec"},
    "asks the network": {"urlopen", "urlretrieve", "Request", "create_connection", "load_installed", "getaddrinfo"},
    "writes": {
        *("write_text", "write_bytes", "replace", "rename", "unlink", "remove", "rmdir", "rmtree", "mkdir", "mkdtemp"),
        *("symlink_to", "link", "copyfile", "copyfileobj", "copymode", "chmod", "ftruncate", "fdopen"),
    },
    "reads": {"open", "read_text", "read_bytes"},
    "fills a template": {"get_template", "from_string", "render", "Markup", "Environment"},
    "prints": {"echo", "secho", "print", "write", "writelines", "writerow", "writerows"},
}
# which are methods of texts and connections too: what they are called on
OF_MODULES = {"run": "subprocess", "loads": "pickle", "system": "os", "compile": ""}
OF_MODULES |= dict.fromkeys(("replace", "remove", "rename", "link"), "os")


def sinks() -> dict[str, set[str]]:
    """Where a call of each kind stands."""
    found = defaultdict(set)
    for call, scope in Package().read(ROOT / "evalsql", ROOT).every:
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in OF_MODULES and (ast.unparse(owner) if owner else "") != OF_MODULES[name]:
            continue
        for kind, names in KINDS.items():
            if name in names:
                file = scope.file.removeprefix("evalsql/")
                found[kind].add(file if kind in ("reads", "prints") else f"{file}:{scope.path}")
    return found


def test_what_runs_writes_reads_or_prints_text_was_looked_at() -> None:
    looked_at = tomllib.loads(Path(__file__).with_name("looked_at.toml").read_text(encoding="utf-8"))
    found = sinks()
    for kind in KINDS:
        known = {place for places in looked_at["sinks"][kind].values() for place in places}
        assert sorted(found[kind] - known) == [], f"{kind}: say in looked_at.toml why it is safe"
        assert sorted(known - found[kind]) == [], f"{kind}: it is not there any more"
