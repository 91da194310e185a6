"""The library as the extension for DuckDB has it, which is loaded at once: its macros are texts; see macro_texts."""

from collections.abc import Iterator
from importlib.metadata import version

from evalsql.database.library import NAME, TABLE, list_macros, names_of, table_of_macros, view_of_macros
from evalsql.database.macro_texts import arguments, as_text, filled_in
from evalsql.sqltext import quote

FILLED = "_filled"
ABOUT = "What the macros of evalsql call: runs a query that is given as a text, with each argument in its place."


def statements() -> Iterator[str]:
    """The statements by which the extension creates the library in its own database."""
    listed = list_macros()
    yield filled(most=max(len(arguments(macro.statement)) for macro in listed))
    yield f"comment on macro table {FILLED} is {quote(ABOUT)}"
    for macro in listed:
        for name in names_of(macro):
            yield as_text(macro.statement, name, lambda given: f"{NAME}.main.{FILLED}({', '.join(given)})")
            yield f'comment on macro table "{name}" is {quote(macro.comment)}'
    yield f"create macro version() as {quote(version('evalsql'))}"
    yield "comment on macro version is 'The version of evalsql.'"
    yield from table_of_macros()
    yield from view_of_macros(TABLE)


def filled(most: int) -> str:
    """The statement that creates the macro which all others call, for one argument or as many as the most.

    No macro of the user's is called in place of a function, whatever it is called.
    """
    forms = []
    for count in range(1, most + 1):
        given = ["query_text", *(f"argument{place}" for place in range(count))]
        forms.append(f"({', '.join(given)}) as table (from {filled_in(given)})")
    return f"create macro {FILLED}" + ",\n    ".join(forms)
