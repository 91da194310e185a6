"""A page of HTML read back: its tables, its statements of SQL, its scripts, and what it asks for."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

BLOCKS = {"p", "tr", "h1", "h2", "h3", "li", "summary", "section", "caption", "dt", "dd", "div", "table", "figure"}
UNSHOWN = {"script", "style", "title", "pre", "svg", "nav", "summary"}
OF_TODAY = re.compile(r"\d{4}-\d\d-\d\d( at)? [\d:]+ UTC|(?<=evalsql |.DuckDB )\d[\d.]+\d")


@dataclass
class Cell:
    """A cell of a table: the texts of its elements, and the value that a script sorts by."""

    value: str | None
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All of its text, on one line."""
        return " ".join("".join(self.texts).split())


class Read(HTMLParser):
    """What a page holds.

    Attributes:
        tables: the rows of each table, a list of cells each, by its caption; the first is of the heads.
        sql: the statements shown.
        scripts: the text of each script, with its attributes.
        fetched: what attributes name that a browser would fetch, or run.
        sections: the anchors of its sections.
        text: all text outside of scripts and styles.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tables: dict[str, list[list[Cell]]] = {}
        self.sql: list[str] = []
        self.scripts: list[tuple[dict, str]] = []
        self.fetched: list[str] = []
        self.sections: list[str] = []
        self.text = ""
        self._lines = [""]
        self.policy = ""
        self._within: list[str] = []
        self._rows: list[list[Cell]] = []
        self._caption = ""
        self.feed(path.read_text(encoding="utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list) -> None:
        given = dict(attrs)
        self.fetched += [
            f"{name}={value}"
            for name, value in attrs
            if name in ("src", "srcset", "action", "data", "background")
            or name.startswith("on")
            or (name == "href" and not str(value).startswith("#"))
        ]
        if tag not in ("meta", "link", "br", "input", "img"):
            self._within.append(tag)
        if tag in BLOCKS:
            self._lines.append("")
        if tag in ("td", "th") and self._lines[-1]:
            self._lines[-1] += " | "
        if tag == "meta" and given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        if tag == "section":
            self.sections.append(given["id"])
        if tag == "script":
            self.scripts.append((given, ""))
        if tag == "table":
            self._rows, self._caption = [], ""
        if tag == "tr":
            self._rows.append([])
        if tag in ("th", "td"):
            self._rows[-1].append(Cell(given.get("data-value")))
        if tag == "code" and "pre" in self._within:
            self.sql.append("")

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop() != tag:
            pass
        if tag in BLOCKS:
            self._lines.append("")
        if tag == "table":
            assert self._caption.strip() not in self.tables
            self.tables[self._caption.strip()] = self._rows

    def handle_data(self, data: str) -> None:
        if "script" in self._within:
            given, text = self.scripts[-1]
            self.scripts[-1] = (given, text + data)
            return
        if "style" in self._within:
            return
        self.text += data
        if not UNSHOWN.intersection(self._within):
            self._lines[-1] += data
        if "caption" in self._within:
            self._caption += data
        elif "th" in self._within or "td" in self._within:
            self._rows[-1][-1].texts.append(data)
        if "code" in self._within and "pre" in self._within:
            self.sql[-1] += data

    @property
    def lines(self) -> list[str]:
        """What a reader sees before anything is clicked: a line for each block, and for each row of a table."""
        return [" ".join(line.split()) for line in self._lines if line.strip()]

    def rows(self, caption: str) -> list[dict[str, Cell]]:
        """The rows of a table, by the heads of its columns."""
        heads, *rows = self.tables[caption]
        return [dict(zip([head.text for head in heads], row, strict=True)) for row in rows]


def seen(path: str) -> str:
    """What a reader of a page sees, but for times and versions."""
    return OF_TODAY.sub("...", "\n".join(Read(Path(path)).lines))
