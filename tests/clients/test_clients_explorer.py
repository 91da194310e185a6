"""The explorer of integrations/browser: over DuckDB-WASM, its query page says of ranks what evalsql explain says."""

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import duckdb
import pytest
from asking import QRELS, RUNS, Files, home
from browser import CHROMIUM, page
from places import ROOT

import evalsql

pytestmark = [pytest.mark.clients, pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")]
SITE = {"integrations/browser": ("index.html", "page.mjs", "queries.mjs")}
SITE["evalsql/reporting"] = ("style.css", "query.css", "query.js")
SHOWN = """[...document.querySelectorAll('#query-page table[data-side=A] tbody tr')].map(
    (row) => [row.cells[0], row.cells[1], row.cells[row.cells.length - 1]].map((cell) => cell.innerText.trim()))"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and modules of JavaScript as such; says nothing."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.fixture
def address(files: Files, tmp_path: Path) -> Iterator[str]:
    """Where the explorer is served, beside a built database."""
    modules = home() / "node_modules"
    if not (modules / "@duckdb" / "duckdb-wasm").is_dir():
        pytest.skip("DuckDB-WASM is not installed")
    for folder, names in SITE.items():
        for name in names:
            (tmp_path / name).symlink_to(ROOT / folder / name)
    (tmp_path / "eval.duckdb").symlink_to(files.built)
    (tmp_path / "node_modules").symlink_to(modules)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def weekly_ranks_add_what_explain_says(address: str) -> None:
    own = duckdb.sql(f"from '{RUNS}' where run = 'dense'").to_arrow_table()
    chosen = {"nDCG@10": "103", "AP": "110", "alpha_nDCG@20": "121"}
    with page() as browser:
        browser.size(1024, 800)
        browser.ask("Page.navigate", url=address)
        until = monotonic() + 60
        while not browser.run("document.body?.dataset.done") and monotonic() < until:
            sleep(0.2)
        for measure, query in chosen.items():
            browser.run(
                f"location.hash = new URLSearchParams({json.dumps({'query': query, 'a': 'dense', 'm': measure})})"
            )
            heading = "document.querySelector('#query-page h3 bdi')?.textContent"
            while browser.run(heading) != query and monotonic() < until:
                sleep(0.2)
            shown = browser.run(SHOWN)
            rows = evalsql.explain(own, str(QRELS), measure, query, top=20)["ranking"].to_arrow_table().to_pylist()
            assert len(shown) == 20
            for (rank, document, adds), row in zip(shown, rows, strict=False):
                assert (rank, document) == (str(row["rank"]), row["doc_id"])
                assert float(adds.replace("\N{MINUS SIGN}", "-")) == pytest.approx(row["adds"], abs=5.1e-5)
        assert browser.said == []
