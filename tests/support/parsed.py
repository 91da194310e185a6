"""Names in every language that evalsql writes: outputs as a parser of the language reads them, to be compared."""

import csv
import io
import re
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from typing import Any

from hostile import strict_json
from markdown_it import MarkdownIt

# thirty names, in each what one of the languages takes for a sign
NAMES = sorted(
    (
        "<img src=x onerror=alert(1)>",
        "</script><svg onload=alert(1)>",
        "</td></tr></table><a href='javascript:alert(1)'>x</a>",
        "x' onmouseover='alert(1)",
        'x" onmouseover="alert(1)',
        "<!-- -->]]><![CDATA[<x/>",
        "&lt;b&gt;&#60;i&#62;&amp",
        "</title></style><style>*{color:red}",
        "| a | b |",
        "[x](javascript:alert(1)) ![y](http://example.org/z.png)",
        "`code` **bold** _word_ ~~gone~~ <http://example.org>",
        "# head\n\n- item\n***",
        "@everyone #1 a@example.org",
        "\\input{/etc/passwd}\\write18{id}",
        "% $x_1^2$ & # ~ {\\end{tabular}}",
        "^^5cinput{x} \\\\[1em] *",
        "::error title=x::y",
        "##[set-output name=status;]0",
        "x\n::set-output name=a::b\r::stop-commands::c",
        "\x1b[2J\x1b]8;;http://example.org\x1b\\link",
        "\x9b31m\x08\x7f\x07\x9d0;title\x9c\x90q\x9c",
        "\u202etxt.exe\u2066\u200b\ufeff",
        "=cmd|' /C calc'!A0",
        "+1-1,\"a\",'b';\t@SUM(A1)",
        '\'; drop table runs; -- "x"',
        "{{ 191 * 761 }}{% raw %}{#",
        "%s {0} $1 ${HOME}",
        "line\u2028and\u0085next\r\nlast",
        "long " * 60,
        "\u00a0\u3164",
        "\ufffe\U000e0001\U0001f469\u200d\U0001f4bb",
    ),
    key=str.encode,
)
PLAIN = {name: f"n{place:02}" for place, name in enumerate(NAMES)}  # in the same order
ESCAPES = {"textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater", "textbar", *"&%$#_{}"}


def of_html(text: str) -> set[tuple[str, ...]]:
    """The elements of a page or picture, each with the names of its attributes, and what it fetches."""
    found = {("tspan",), ("tspan", "dy", "x")}  # of a picture in which a name is long

    def start(tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fetched = [f"{name}={value}" for name, value in attrs if name in ("src", "href") and value and value[0] != "#"]
        found.add((tag, *sorted(name for name, _ in attrs), *fetched))

    parser = HTMLParser()
    parser.handle_starttag = start
    parser.handle_comment = lambda data: found.add(("comment", data))
    parser.unknown_decl = lambda data: found.add(("declaration", data))
    parser.feed(text)
    parser.close()
    return found


def of_xml(text: str) -> set[tuple[str, ...]]:
    """The elements of XML, each with the names of its attributes."""
    return {(each.tag, *sorted(each.keys())) for each in ET.fromstring(text).iter()}


def of_markdown(text: str) -> set[tuple[str, ...]]:
    """What Markdown becomes: kinds of tokens, elements of HTML, and rows of a table that are longer than its head."""
    found: set[tuple[str, ...]] = set()
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text):
        for each in (token, *(token.children or ())):
            if each.type in ("html_inline", "html_block"):
                found |= of_html(each.content) - {("code",)}
            elif each.type not in ("text", "code_inline", "softbreak"):
                found.add((each.type, each.tag, *(f"{name}={value}" for name, value in each.attrs.items())))
    width = 0
    for line in text.split("\n"):
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        if width and cells and cells != width:
            found.add(("row of", str(cells)))
        width = cells
    return found


def of_latex(text: str) -> set[tuple[str, ...]]:
    """The signs of LaTeX that are none of a text: commands, and & and $ by how many of them a line has."""
    found, depth = set(), 0
    for line in text.split("\n"):
        signs: Counter[str] = Counter()
        for sign in re.findall(r"\\[A-Za-z]+|\\.|[%&$#_^~{}]|\^\^", line):
            name = sign[1:] if sign[0] == "\\" else ""
            depth += {"{": 1, "}": -1}.get(sign, 0)
            if sign == "%":
                break
            if not name and sign not in "{}":
                signs[sign] += 1
            elif name and name not in ESCAPES:
                found.add((name,))
        found |= {(sign, str(count)) for sign, count in signs.items()}
    found.add(("depth", str(depth)))
    return found


def of_csv(text: str) -> set[tuple[str, ...]]:
    """How many fields the rows of CSV have."""
    return {(str(len(row)),) for row in csv.reader(io.StringIO(text, newline=""), strict=True)}


def of_json(text: str) -> set[tuple[str, ...]]:
    """Where in JSON a value is, by the keys that are no names."""
    found = set()

    def walk(value: Any, *place: str) -> None:
        if isinstance(value, Mapping):
            for key, each in value.items():
                walk(each, *place, "name" if key in PLAIN or key in PLAIN.values() else key)
        elif isinstance(value, list):
            for each in value:
                walk(each, *place, "[]")
        else:
            found.add((*place, "number" if isinstance(value, int | float) else type(value).__name__))

    for line in [text] if text.lstrip()[:1] in "[{" else text.splitlines():
        walk(strict_json(line))
    return found


READ: dict[str, Callable[[str], set[tuple[str, ...]]]] = {
    **{"html": of_html, "svg": of_xml, "junit": of_xml, "xml": of_xml, "markdown": of_markdown, "md": of_markdown},
    **{"latex": of_latex, "tex": of_latex, "csv": of_csv, "json": of_json},
}


def obeyed(line: str) -> str | None:
    """The order that GitHub's runner takes a line for: actions/runner, ActionCommand.cs, TryParseV2 and TryParse."""
    start = line.lstrip()
    if start.startswith("::") and "::" in start[2:]:
        return start[2:].partition("::")[0].partition(" ")[0]
    _, found, rest = line.partition("##[")
    return rest.partition("]")[0].partition(" ")[0] if found and "]" in rest else None


def orders_in(text: str) -> list[str]:
    """The signs of a text, but for line feeds, that are shown as nothing or change how others are."""
    return [each for each in text if unicodedata.category(each) in ("Cc", "Cf", "Zl", "Zp") and each != "\n"]
