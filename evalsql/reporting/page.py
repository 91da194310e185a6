"""The page itself: templates filled with the rows of reports, in one file that fetches nothing."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from evalsql.catalog.templates import kept_beside
from evalsql.comparing.verdicts import p_value
from evalsql.reporting.sections import NEEDS, SECTIONS, Section
from evalsql.reporting.source import NONE, Opened, Table, signed
from evalsql.words import plural

HERE = Path(__file__).parent
SCRIPTS = ("script.js", "query.js")
STYLES = ("style.css", "query.css")
ABOUT_SQL = Markup(
    "Each table says which SQL it is made by: it runs as it stands on the database that <code>evalsql build</code>"
    " makes of the same inputs."
)


def page_of(
    found: Opened,
    title: str | None,
    tell: Callable[[str], None],
    sections: Iterable[Section] = SECTIONS,
    given: Mapping[str, Table] | None = None,
    about: str = ABOUT_SQL,
) -> str:
    parts = []
    tables: dict[str, Table] = dict(given or {})
    for section in sections:
        if set(section.needs) <= set(found.there):
            tell(f"making the page: {section.title.lower()}")
            there = [name for name in section.reports if name not in NEEDS or NEEDS[name] in found.there]
            tables |= {name: found.table(name) for name in there if name not in tables}
            if not section.filled or tables[section.reports[0]].rows:
                parts.append((section, part(found, section, tables)))
    scripts = [Markup(HERE.joinpath(name).read_text(encoding="utf-8")) for name in SCRIPTS]
    return (
        environment()
        .get_template("page.html")
        .render(
            found=found,
            title=title or "Evaluation",
            parts=parts,
            style=Markup("\n".join(HERE.joinpath(name).read_text(encoding="utf-8") for name in STYLES)),
            scripts=scripts,
            policy=policy(scripts),
            about=about,
        )
    )


def part(found: Opened, section: Section, tables: Mapping[str, Table]) -> Markup:
    """The text of a section, without its heading."""
    from evalsql.charts.save import can_draw

    values: dict[str, Any] = {"can_draw": can_draw(), "pictures": []}
    if section.values is not None:
        values |= section.values(found, tables)
    if section.pictures is not None and values["can_draw"]:
        values["pictures"] = section.pictures(found, tables)
    template = environment().get_template(f"sections/{section.name}.html")
    return Markup(template.render(found=found, section=section, tables=tables, **values))


def policy(scripts: Iterable[str]) -> str:
    """What a browser lets the page do: run its own scripts, be styled, and fetch nothing."""
    digests = " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in scripts)
    return f"default-src 'none'; script-src {digests}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"


@cache
def environment() -> Environment:
    """Jinja over the templates of the page: what is filled in is escaped, and an unknown name is an error."""
    jinja = Environment(
        loader=FileSystemLoader(HERE),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=kept_beside(__file__),
    )
    jinja.filters |= {
        "number": number,
        "signed": signed,
        "share": lambda value: NONE if value is None else f"{100 * value:.0f}%",
        "count": lambda value: NONE if value is None else f"{value:,}",
        "p_value": lambda value: NONE if value is None else p_value(value),
        "p_equals": lambda value: p_value(value, "= "),
        # as a script sorts by it: all digits of a number
        "exact": lambda value: "" if value is None else repr(value) if isinstance(value, float) else str(value),
        "data": data,
        "bound": lambda value: NONE if value is None else "infinity" if value == inf else f"{value:g}",
        "capital": lambda text: text[:1].upper() + text[1:],
        "when": lambda text: f"{text[:10]} at {text[11:16]} UTC",
        "plural": plural,
    }
    return jinja


def number(value: float | None, digits: int = 4) -> str:
    return NONE if value is None else f"{value:z.{digits}f}"


def data(value: Any) -> Markup:
    """A value as JSON that can stand in an element script: nothing in it ends the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    safe = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Markup(safe.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))
