"""Calls of DuckDB's functions in macros and views, which resolve names where their caller is.

So a macro of a client's that is called like a function of DuckDB would be called in its place.
"""

import re

from evalsql.catalog.sqlfiles import APART
from evalsql.engine import LOSING
from evalsql.sqltext import Sql, quote, writes_sql

SYNTAX = frozenset({"coalesce", "cast", "try_cast", "decimal"})  # which no macro hides
COLUMNS_OF = r"[^()]*\) as (?:not )?(?:materialized )?\("  # of a common table expression
CALL = re.compile(rf"{APART.pattern}|(?<![\w.])(?<!macro )(?<! as )(?P<name>[a-z]\w*)\((?!{COLUMNS_OF})", re.DOTALL)

HIDDEN = (
    "evalsql: a macro is called like an operator (+, ||, ~) or a function that DuckDB calls for [a], {'a': b}, a.b"
    " or list_sum; drop it"
)
DIVIDED = "evalsql: with integer_division 7 / 2 is 3; set it to false"
ANEW = f"{DIVIDED} and create the macros anew"  # a macro keeps // for / if it was set then
LOSSES = f"evalsql: DuckDB {LOSING[0]} to {LOSING[-1]} lose rows where threads are several; set threads = 1"
LOST = (
    f"when version() in ({', '.join(quote(f'v{each}') for each in LOSING)}) and current_setting('threads') > 1"
    f" then error({quote(LOSSES)})"
)
# operators are functions too, as are lists, structs and what macros of DuckDB's own call; none of these is called by a
# full name, so they are tried
OPERATORS = Sql(
    f"case when 7 / 2 = 3 then error({quote(ANEW)}) {LOST}"
    " when 2 * 3 - 8 / 2 + 1 = 3 and 'a' || 'b' = 'ab' and 'ab' ~ 'a.' and {'a': 5}.a = 5 and list_sum([2, 3]) = 5"
    " and (2, 3)::varchar = '(2, 3)' and [e // 2 % 3 | 12 & 11 << 1 >> 1 for e in [15, 4] if e > 4] = [9]"
    " and split_part('a b', ' ', 2) = 'b' and array_to_string(['a', 'b'], '-') = 'a-b'"
    " and md5_number_lower('a') = 7000413967451013937"
    f" then true else error({quote(HIDDEN)}) end"
)
# of a query that is printed
DIVISION = Sql(f"case when 7 / 2 = 3 then error({quote(DIVIDED)}) {LOST} else true end")


@writes_sql
def qualified(statement: str) -> str:
    """SQL in which functions are called by their full names, such as system.main.least, save in texts and comments."""

    def written(found: re.Match) -> str:
        name = found["name"]
        return f"system.main.{found[0]}" if name and name not in SYNTAX else found[0]

    return CALL.sub(written, statement)
