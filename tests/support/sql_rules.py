"""What SQL must keep to, so that a result has the same bits on every client."""

import re
from collections.abc import Iterator

DIRECTION = r"\b(asc|desc)(\s+nulls\s+(first|last))?$"


def bare(text: str) -> str:
    """SQL in lower case without comments and texts, and with a word where a template puts something."""
    text = re.sub(r"/\*.*?\*/|\{#.*?#\}|\{%.*?%\}|--[^\n]*", " ", text, flags=re.DOTALL)
    text = re.sub(r"\{\{[^}]*[.]order\s*\}\}", "asc", text)  # a report's own asc or desc
    text = re.sub(r"\{\{.*?\}\}", "something", text, flags=re.DOTALL)
    return re.sub(r"'(?:[^']|'')*'", "''", text).lower()


def inside(text: str, start: int) -> str:
    """What stands from a place to the bracket that closes it, or to the end."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth < 0:
            return text[start:place]
    return text[start:]


def calls(text: str, functions: str) -> Iterator[tuple[str, str, str]]:
    """Each call of a function: what is in its brackets, in those of its filter, and the text after that."""
    for found in re.finditer(rf"\b(?:{functions})\s*\(", text):
        argument = inside(text, found.end())
        rest = text[found.end() + len(argument) + 1 :]
        condition = ""
        if opened := re.match(r"\s*filter\s*\(", rest):
            condition = inside(rest, opened.end())
            rest = rest[opened.end() + len(condition) + 1 :]
        yield argument, condition, rest.strip()


def order_items(text: str) -> Iterator[str]:
    """Each item of each `order by`."""
    for found in re.finditer(r"\border\s+by\b", text):
        clause = inside(text, found.end())
        flat = clause
        while "(" in flat:
            flat = re.sub(r"\([^()]*\)", " ", flat)
        flat = re.split(r"\b(?:limit|offset|rows|range|groups|qualify|union|window)\b|;", flat)[0]
        yield from (item.strip() for item in flat.split(","))


def complaints(text: str) -> list[str]:
    """What is wrong with a file of SQL, by the rules that give the same bits on every client."""
    text = bare(text)
    found = [f"no asc or desc: {item}" for item in order_items(text) if not re.search(DIRECTION, item)]
    for argument, _, rest in calls(text, "sum|avg|mean|product|fsum|favg|kahan_sum"):
        if re.match(r"over\b", rest):
            if not re.search(r"::(decimal\(|bigint\b)", argument):
                found.append(f"doubles added over a window: {argument}")
        # whole numbers are the same in any order
        elif not re.search(r"\border\s+by\b|::bigint$", argument.strip()):
            found.append(f"added in no order: {argument}")
    for _, condition, rest in calls(text, "count"):
        window = inside(rest, rest.index("(") + 1) if re.match(r"over\s*\(", rest) else rest
        if condition and re.match(r"over\b", rest) and (re.match(r"over\s+\w", rest) or "order by" in window):
            found.append(f"a running count with a filter: {condition}")
    # the place is that among all in DuckDB 1.5 and later, and before among those that the condition leaves
    placed = re.findall(r"\bfor\s+\w+\s*,\s*\w+\s+in\b[^\]]*\bif\b", text)
    found += [f"a place in a list with a condition: {each}" for each in placed]
    found += [f"not in every DuckDB, or not in a macro: {each}" for each in re.findall(r"\bif\s*\(|\*\*|->", text)]
    return found
