"""Opens a built database in Chromium by DuckDB-WASM, checks the numbers that the page shows, and takes a picture.

    .venv/bin/python integrations/browser/check.py FOLDER PICTURE

FOLDER is where the packages of npm are, or are put. PICTURE is a .png file.
"""

import json
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TRACK = [str(ROOT / "fixtures/track/runs.parquet"), "--qrels", str(ROOT / "fixtures/track/subtopics.parquet")]
MEASURES = ["nDCG@10", "AP", "RR", "alpha_nDCG@20"]
K = 5
PAGE = ("style.css", "query.css", "query.js")  # of evalsql/reporting
CHOSEN = [
    {"query": "103", "a": "dense", "b": "bm25", "m": "nDCG@10"},
    {"query": "110", "a": "splade+ce", "b": "ql", "m": "AP"},
    {"query": "121", "a": "bm25", "b": "dense", "m": "alpha_nDCG@20"},
]
PACKAGES = ["@duckdb/duckdb-wasm", "playwright-core"]


def say(text: str) -> None:
    """A line on standard output."""
    sys.stdout.write(f"{text}\n")


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and modules of JavaScript as such; says nothing."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


def run(*command: str) -> str:
    """What a command prints."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[:4])}: {done.stderr[-2000:]}")
    return done.stdout


def boards() -> dict[str, dict[str, float]]:
    """The mean of each measure and run, as `evalsql evaluate` prints them."""
    measures = [word for measure in [*MEASURES, f"nDCG@{K}"] for word in ("-m", measure)]
    printed = run(sys.executable, "-m", "evalsql", "evaluate", *TRACK, *measures, "--format", "json")
    rows = json.loads(printed)["leaderboard"]
    return {measure: {row["run"]: row[measure] for row in rows} for measure in [*MEASURES, f"nDCG@{K}"]}


def same(table: dict[str, Any], right: dict[str, dict[str, float]], typed: str) -> None:
    """Compares a table of the page with the means, to the last bit, and its order with that by the rank typed."""
    head = table["head"]
    if set(head) != {"run", *MEASURES, f"{typed}, now"}:
        raise RuntimeError(f"the columns are {head}")
    for place, name in enumerate(head[1:], start=1):
        found = {row[0]: row[place] for row in table["rows"]}
        if found != right[name.removesuffix(", now")]:
            raise RuntimeError(f"{name}: {found}")
    runs = [row[0] for row in table["rows"]]
    if runs != sorted(runs, key=lambda run: -right[typed][run]):
        raise RuntimeError(f"the order by {typed} is {runs}")
    say(f"{len(runs)} runs by {typed}: right to the last bit")


def same_ranking(shown: dict[str, Any], chosen: dict[str, str]) -> None:
    """Compares a ranking of the query page, and what each rank adds, with `evalsql explain`, to the digits shown."""
    if (shown["query"], shown["runs"]) != (chosen["query"], [chosen["a"], chosen["b"]]):
        raise RuntimeError(f"{chosen} shows {shown['query']} and {shown['runs']}: {shown['status']}")
    command = ("evalsql", "explain", chosen["m"], TRACK[0], "--where", f"run = '{chosen['a']}'", *TRACK[1:])
    printed = run(sys.executable, "-m", *command, "--query", chosen["query"], "--top", "20", "--format", "json")
    explained = json.loads(printed)
    cutoff = len(explained["ranking"])
    for place, (cells, row) in enumerate(zip(shown["ranking"], explained["ranking"], strict=False), start=1):
        said = [cells[0], cells[1], cells[-1].strip()]
        adds = f"{row['adds']:+.4f}".replace("-", "\N{MINUS SIGN}")
        right = [str(place), row["doc_id"], adds if abs(row["adds"]) >= 5e-5 else said[2]]
        if said != right:
            raise RuntimeError(f"{chosen}, rank {place}: {said}, not {right}")
    say(f"query {chosen['query']} of {chosen['a']}: {cutoff} ranks add to {chosen['m']} what evalsql explain says")


def see(folder: Path, site: Path, picture: Path) -> dict[str, Any]:
    """Serves the page and has Chromium read it."""
    handler = partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        printed = run("node", str(HERE / "picture.mjs"), str(folder), address, str(picture), str(K), json.dumps(CHOSEN))
        server.shutdown()
    return json.loads(printed)


def main() -> None:
    """Installs, builds, serves, looks and compares."""
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    folder, picture = (Path(word).resolve() for word in sys.argv[1:])
    begun = time.monotonic()
    if not all((folder / "node_modules" / package).is_dir() for package in PACKAGES):
        run("npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--silent", *PACKAGES)
    with tempfile.TemporaryDirectory() as made:
        site = Path(made)
        for name in ("index.html", "page.mjs", "queries.mjs"):
            (site / name).symlink_to(HERE / name)
        for name in PAGE:
            (site / name).symlink_to(ROOT / "evalsql/reporting" / name)
        (site / "node_modules").symlink_to(folder / "node_modules")
        measures = [word for measure in MEASURES for word in ("-m", measure)]
        run(sys.executable, "-m", "evalsql", "build", str(site / "eval.duckdb"), *TRACK, *measures)
        say(f"{time.strftime('%Y-%m-%d')}; built, {(site / 'eval.duckdb').stat().st_size:,} bytes")
        seen = see(folder, site, picture)
    right = boards()
    say(f"Chromium {seen['version']}")
    same(seen["first"], right, "nDCG@10")
    if "k must be a whole number of at least 1, not 0" not in seen["refused"]["said"]:
        raise RuntimeError(f"k := 0 is met with {seen['refused']['said']!r}")
    same(seen["typed"], right, f"nDCG@{K}")
    for chosen, shown in zip(CHOSEN, seen["queries"], strict=True):
        same_ranking(shown, chosen)
    if seen["troubles"]:
        raise RuntimeError("the page had errors: " + "; ".join(seen["troubles"]))
    say(seen["typed"]["about"])
    say(f"all right after {time.monotonic() - begun:.0f} s; the picture is {picture}")


if __name__ == "__main__":
    main()
