"""Small breaks of a metric's body, one at a time: another operator, another constant, a condition left out."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# what is never touched: comments, statements of Jinja, a cast with what it casts to, a sentence that refuses
SKIPPED = r"--[^\n]*|\{#.*?#\}|\{%.*?%\}|::\s*\w+(?:\([\d, ]*\))?|\berror\((?:'(?:[^']|'')*'|[^()]|\([^()]*\))*\)"
TOKEN = re.compile(
    rf"(?P<skipped>{SKIPPED})|(?P<open>\{{\{{)|(?P<close>\}}\}})|(?P<text>'(?:[^']|'')*')|(?P<word>[A-Za-z_$][\w.]*)"
    r"|(?P<number>\d+(?:\.\d+)?(?:e-?\d+)?)|(?P<sign><=|>=|<>|[^\s\w])",
    re.DOTALL,
)
INSIDE = re.compile(TOKEN.pattern.replace(r"|(?P<text>'(?:[^']|'')*')", ""), re.DOTALL)  # quotes hold SQL there
SIGNS = {"+": "-", "-": "+", "*": "/", "/": "*"}
COMPARED = {
    ">=": (">", "<"),
    ">": (">=", "<"),
    "<=": ("<", ">"),
    "<": ("<=", ">"),
    "=": ("<>", ">=", "<="),
    "<>": ("=",),
}
WORDS = {
    "and": "or",
    "or": "and",
    "asc": "desc",
    "desc": "asc",
    "last": "first",
    "sum": "avg",
    "avg": "sum",
    "min": "max",
    "max": "min",
    "arg_min": "arg_max",
    "min_by": "max_by",
    "first_value": "last_value",
}
ADDS = {
    "sum",
    "avg",
    "product",
    "running_sum",
    "exact_sum",
    "min_by",
}  # an order of their terms is for the last bit alone
BEFORE_UNARY = {"(", ",", "=", "<", ">", "<=", ">=", "<>", "*", "/", "+", "-", "select", "then", "else", "when"}
ENDS = {"group", "order", "qualify", "having", "window", "union", "limit", "asof", "left", "join", "select"}
MANY = 10_000  # a constant from here on is a limit, which only very many rows would meet


@dataclass(frozen=True)
class Token:
    """A word, number, sign or text of a body, and where it stands."""

    kind: str
    text: str
    start: int
    end: int


def tokens(body: str) -> list[Token]:
    """The code of a body; of what Jinja calls, the arguments too."""
    found, at, pattern = [], 0, TOKEN
    while match := pattern.search(body, at):
        kind, at = match.lastgroup, match.end()
        pattern = {"open": INSIDE, "close": TOKEN}.get(kind, pattern)
        if kind != "skipped":
            text = match[0] if kind == "text" else match[0].lower()
            found.append(Token(kind, text, match.start(), match.end()))
    return found


def mutants(body: str) -> dict[str, str]:
    """Bodies with one thing changed each, by what is changed and what stands around it."""
    found: dict[str, str] = {}
    for start, end, new in changes(body):
        name, mutant = named(body, start, end, new), body[:start] + new + body[end:]
        while found.get(name, mutant) != mutant:
            name += " again"
        found[name] = mutant
    return found


def named(body: str, start: int, end: int, new: str) -> str:
    """A change in words: `rank [<= -> <] $k`."""
    was, now = (" ".join(text.split()) for text in (body[start:end], new))
    was, now = (text if len(text) < 40 else f"{text[:28]} ..." for text in (was, now))
    before, after = body[:start].split()[-2:], body[end:].split()[:2]
    return " ".join([*before, f"[{was} -> {now}]", *after])


def changes(body: str) -> Iterator[tuple[int, int, str]]:
    """Where something may be changed, and to what."""
    code = tokens(body)
    partners = pairs(code)
    for place, token in enumerate(code):
        before = code[place - 1].text if place else ""
        after = code[place + 1].text if place + 1 < len(code) else ""
        for new in exchanged(code, place, before, after, partners):
            yield token.start, token.end, new
        if after == "(" and place + 1 in partners:
            yield from of_call(body, code, place, partners)
        if token.text in ("where", "having", "qualify", "filter"):
            yield from of_condition(body, code, place, partners)
        if token.text == "partition":
            yield from of_partition(code, place)
        if token.text in ("left", "full") and after == "join":
            yield token.start, code[place + 1].start, ""
        if token.text == "distinct":
            yield token.start, token.end, ""


def exchanged(code: list[Token], place: int, before: str, after: str, partners: dict[int, int]) -> Iterator[str]:
    """What a token may be exchanged for."""
    token = code[place]
    if token.kind == "sign" and token.text in COMPARED:
        # what is compared with 0 is hardly ever below it
        yield from COMPARED[token.text][: 2 if after == "0" else 3]
    elif token.text in SIGNS and before not in BEFORE_UNARY and after not in (")", ",", "from", "replace"):
        yield SIGNS[token.text]
    elif token.text in ("asc", "desc", "last"):
        if not any(of in ADDS for of in around(code, place, partners)):
            yield WORDS[token.text]
    elif token.text in WORDS and (token.text in ("and", "or") or after == "("):
        if not (token.text == "and" and any(each.text == "between" for each in code[max(place - 4, 0) : place])):
            yield WORDS[token.text]
    elif token.text == "not" and before == "is":
        yield ""
    elif token.kind == "number" and not decimals(code, place, partners):
        number = float(token.text) if re.search(r"[.e]", token.text) else int(token.text)
        if number < MANY:
            yield f"{number + 1!r}{'e0' if isinstance(number, float) else ''}"
        # below 0 there is hardly anything, and nothing is divided by
        if number < MANY and not (number == 0 and (before in COMPARED or around(code, place, partners) == ["nullif"])):
            yield f"{number - 1!r}{'e0' if isinstance(number, float) else ''}"
    elif token.kind == "text" and before in ("when", "=", "(", ",", "<>"):
        yield "'none such'"


def pairs(code: list[Token]) -> dict[int, int]:
    """Where each bracket that opens is closed."""
    found, opened = {}, []
    for place, token in enumerate(code):
        if token.text == "(":
            opened.append(place)
        elif token.text == ")":
            found[opened.pop()] = place
    return found


def around(code: list[Token], place: int, partners: dict[int, int]) -> list[str]:
    """What stands before the innermost bracket around a token."""
    inner = max((start for start, end in partners.items() if start < place < end), default=0)
    return [code[inner - 1].text] if inner else []


def decimals(code: list[Token], place: int, partners: dict[int, int]) -> bool:
    """Whether a number says how many decimals to round to."""
    return code[place - 1].text == "," and around(code, place, partners) == ["round"] and code[place + 1].text == ")"


def arguments(code: list[Token], opened: int, closed: int) -> list[tuple[int, int]]:
    """Where the arguments between two brackets begin and end, in characters."""
    found, depth, start = [], 0, opened + 1
    for place in range(opened + 1, closed + 1):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(code[place].text, 0)
        if place == closed or (depth == 0 and code[place].text == ","):
            if start < place:
                found.append((code[start].start, code[place - 1].end))
            start = place + 1
    return found


def of_call(body: str, code: list[Token], place: int, partners: dict[int, int]) -> Iterator[tuple[int, int, str]]:
    """A function left out, for one of its arguments; a count that counts no more than one."""
    name, opened = code[place], place + 1
    closed = partners[opened]
    given = arguments(code, opened, closed)
    if name.text == "count":
        yield name.start, code[closed].end, "any_value(1)"
    kept = {
        "least": given,
        "greatest": given,
        **dict.fromkeys(("coalesce", "nullif", "round", "floor", "ceil", "abs", "sqrt"), given[:1]),
    }
    limit = any(re.fullmatch(r"\d{5,}", body[start:end]) for start, end in given)
    for start, end in () if limit else kept.get(name.text, ()):
        yield name.start, code[closed].end, f"({body[start:end]})"


def of_condition(body: str, code: list[Token], place: int, partners: dict[int, int]) -> Iterator[tuple[int, int, str]]:
    """A condition left out: the whole, or one of those that all must hold."""
    depth, nested, start = 0, 0, place + 1
    if code[place].text == "filter":
        start += 1
    spans, begin = [], start
    for at in range(start, len(code) + 1):
        text = code[at].text if at < len(code) else ")"
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text, 0)
        nested += {"case": 1, "end": -1}.get(text, 0)
        ended = depth < 0 or (depth == 0 and nested == 0 and text in ENDS)
        if ended or (depth == 0 and nested == 0 and text == "and"):
            if begin < at:
                spans.append((code[begin].start, code[at - 1].end))
            begin = at + 1
        if ended:
            break
    for start_of, end_of in spans:
        yield start_of, end_of, "true"


def of_partition(code: list[Token], place: int) -> Iterator[tuple[int, int, str]]:
    """A window over more than it should be: a key left out that is not the run or the query."""
    start = end = place + 2
    while code[end].text not in (")", "order", "range", "rows"):
        end += 1
    text = [token.text for token in code[start:end]]
    for at, word in enumerate(text):
        if word == "," and text[at + 1] not in ("run", "query_id"):
            rest = text[at + 1 :].index(",") + at + 1 if "," in text[at + 1 :] else len(text)
            yield code[start + at].start, code[start + rest - 1].end, ""


UNNOTICED = tomllib.loads(Path(__file__).with_name("unnoticed.toml").read_text(encoding="utf-8"))
EXCUSED = {name for changes in UNNOTICED.values() for name in changes}


def excused(name: str) -> set[str]:
    """The changes of a body, a fragment or a file that need not be noticed."""
    return {change for changes in UNNOTICED.values() for change in changes.get(name, ())}
