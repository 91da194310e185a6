"""The library as the extension for DuckDB has it: a macro's query is a text, which DuckDB parses when it is called.

So the extension is loaded at once: to parse all the queries takes seconds, and a session calls a few.
"""

import re
from collections.abc import Iterator
from importlib.metadata import version

from evalsql.catalog.sqlfiles import CODE
from evalsql.database.library import NAME, TABLE, list_macros, names_of, table_of_macros, view_of_macros
from evalsql.sqltext import quote

FILLED = "_filled"
# types that a literal does without: no text is cast to a union, and a field may have a name that looks like a mark
UNTYPED = "^(VARCHAR$|UNION)|[$]'"
QUOTIENT = "* 1e0 /"  # a client's integer_division is for texts that are parsed after it is set
ABOUT = "What the macros of evalsql call: runs a query that is given as a text, with each argument in its place."


def statements() -> Iterator[str]:
    """What the extension runs in a database of its own: the statements that create the library there."""
    listed = list_macros()
    yield filled(most=max(len(arguments(macro.statement)) for macro in listed))
    yield f"comment on macro table {FILLED} is {quote(ABOUT)}"
    for macro in listed:
        for name in names_of(macro):
            yield as_text(macro.statement, name)
            yield f'comment on macro table "{name}" is {quote(macro.comment)}'
    yield f"create macro version() as {quote(version('evalsql'))}"
    yield "comment on macro version is 'The version of evalsql.'"
    yield from table_of_macros()
    yield from view_of_macros(TABLE)


def as_text(statement: str, name: str) -> str:
    """The statement that creates a macro with its query as a text."""
    names = arguments(statement)
    head, query = split(statement)
    given = ", ".join((quote(marked(query, names)), *names))
    return f'create macro "{name}"({head}\n) as table from {NAME}.main.{FILLED}({given})'


def split(statement: str) -> tuple[str, str]:
    """The parameters of a macro with their defaults, and its query."""
    head, _, query = statement.partition("\n) as table\n")
    return head.partition("(")[2], query


def arguments(statement: str) -> list[str]:
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
    """What stands for an argument in a text: what no literal holds, since each quote in one is doubled."""
    return f"$'{place}$"


def filled(most: int) -> str:
    """The statement that creates the macro which all others call, for one argument or as many as the most."""
    forms = []
    for count in range(1, most + 1):
        names = [f"argument{place}" for place in range(count)]
        text = "query_text"
        for place, name in enumerate(names):
            text = f"system.main.replace({text}, {quote(mark(place))}, {literal_of(name)})"
        forms.append(f"({', '.join(('query_text', *names))}) as table (from system.main.query({text}))")
    return f"create macro {FILLED}" + ",\n    ".join(forms)


def literal_of(argument: str) -> str:
    """An expression for an argument as SQL writes it, of the argument's type: 7 is no text, and a text adapts as ever.

    It stands in parentheses, since what follows would else be taken for a part of the type.
    """
    text = f"system.main.replace({argument}::varchar, '''', '''''')"
    named = f"system.main.typeof({argument})"
    untyped = f"system.main.regexp_matches({named}, {quote(UNTYPED)})"
    of_type = f"case when {untyped} then '' else system.main.concat('::', {named}) end"
    literal = f"system.main.concat('(''', {text}, '''', {of_type}, ')')"
    return f"case when {argument} is null then 'null' else {literal} end"
