"""The page of a report under axe-core, which looks for what keeps people out."""

from pathlib import Path

import browser
import pytest
from asking import QRELS, RUNS, home
from command import output

pytestmark = [pytest.mark.clients, pytest.mark.skipif(browser.CHROMIUM is None, reason="there is no Chromium")]


def weekly_axe_finds_nothing(tmp_path: Path) -> None:
    axe = home() / "node_modules" / "axe-core" / "axe.min.js"
    output("report", RUNS, "--qrels", QRELS, "-m", "nDCG@10", "-m", "RBP", "-o", tmp_path / "report.html")
    with browser.page() as page:
        for width, dark in ((1024, False), (390, True)):
            page.open(tmp_path / "report.html", width, dark=dark)
            page.run(axe.read_text(encoding="utf-8") + "; 0")
            found = page.run(
                "axe.run().then((done) => done.violations.map((each) => [each.impact, each.id, each.help]))"
            )
            assert found == []
            assert page.run("axe.run().then((done) => done.passes.length)") > 20
