"""Macros whose query is a text, which DuckDB parses when the macro is called, not when it is made or its file opened.

To parse all the queries takes seconds, and a session calls a few. An argument is a constant, a prepared parameter or an
expression of those.
"""

import re
from collections.abc import Callable, Sequence

from evalsql.catalog.sqlfiles import CODE
from evalsql.sqltext import UNTYPED, quote

# what DuckDB 1.2 writes otherwise, and nothing of others
ARROW = r"case when system.main.starts_with(system.main.version(), 'v1.2.') then 'lambda ([\w, ]+):' else '(\b\B)' end"
QUOTIENT = "* 1e0 /"  # a client's integer_division is for texts that are parsed after it is set


def as_text(statement: str, name: str, run: Callable[[Sequence[str]], str]) -> str:
    """The statement that creates a macro with its query as a text, and what `run` makes of that and its arguments."""
    names = arguments(statement)
    head, query = split(statement)
    return f'create macro "{name}"({head}\n) as table from {run([quote(marked(query, names)), *names])}'


def filled_in(given: Sequence[str]) -> str:
    """The relation that a text is once each argument after it stands in its place."""
    text, *names = given
    if "lambda " in text:
        text = f"system.main.regexp_replace({text}, {ARROW}, '(\\1) ->', 'g')"
    for place, name in enumerate(names):
        text = f"system.main.replace({text}, {quote(mark(place))}, {literal_of(name)})"
    return f"system.main.query({text})"


def split(statement: str) -> tuple[str, str]:
    """The parameters of a macro with their defaults, and its query."""
    head, _, query = statement.partition("\n) as table\n")
    return head.partition("(")[2], query


def arguments(statement: str) -> list[str]:
    """The names of a macro's parameters."""
    return re.findall(r"^\s*(\w+) := ", split(statement)[0], re.MULTILINE)


def marked(query: str, names: list[str]) -> str:
    """A query with a mark wherever DuckDB would put an argument: where a parameter's name is a column's, and alone."""
    alone = rf"(?<![\w.])(?<!\bas )(?P<argument>{'|'.join(names)})\b(?!\s*[.(])"

    def put(found: re.Match[str]) -> str:
        if found["argument"]:
            return mark(names.index(found["argument"]))
        return QUOTIENT if found["quotient"] else found[0]

    return re.sub(f"{CODE.pattern}|{alone}|(?P<quotient>(?<!/)/(?!/))", put, query, flags=re.DOTALL)


def mark(place: int) -> str:
    """The mark of an argument in a text: no literal contains it, since its quotes are doubled."""
    return f"$'{place}$"


def literal_of(argument: str) -> str:
    """An expression for an argument as SQL writes it, of the argument's type: 7 is not a text; a text adapts as ever.

    It stands in parentheses, since what follows would else be taken for a part of the type.
    """
    text = f"system.main.replace({argument}::varchar, '''', '''''')"
    named = f"system.main.typeof({argument})"
    untyped = f"system.main.regexp_matches({named}, {quote(UNTYPED)})"
    of_type = f"case when {untyped} then '' else system.main.concat('::', {named}) end"
    literal = f"system.main.concat('(''', {text}, '''', {of_type}, ')')"
    return f"case when {argument} is null then 'null' else {literal} end"
