"""Small breaks of a module of Python, one at a time: a condition turned over, a step left out, another constant."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

COMPARED = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
# of SQL in texts
IN_SQL = {
    " is null": " is not null",
    " is not null": " is null",
    " = ": " <> ",
    " <> ": " = ",
    " > ": " >= ",
    " < ": " <= ",
    " >= ": " > ",
    " <= ": " < ",
    " and ": " or ",
    " or ": " and ",
    " asc": " desc",
    " desc": " asc",
    "count(distinct ": "count(",
    "bool_or(": "bool_and(",
    "bool_and(": "bool_or(",
    "min(": "max(",
    "max(": "min(",
    "union all": "union",
    "semi join": "anti join",
}
SQL = re.compile(r"\bselect\b|\bwhere\b|\bfrom \w+| is null|\bcase when\b")
FOUND = re.compile("|".join(map(re.escape, sorted(IN_SQL, key=len, reverse=True))))


@dataclass(frozen=True)
class Mutant:
    """A module with one thing changed: what, in which function, and its text."""

    change: str
    function: str
    text: str


class Finder(ast.NodeVisitor):
    """Where something may be changed, and to what: the function, the first and last character, and what is new."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        for line in text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line.encode()))
        self.bytes = text.encode()
        self.within: list[str] = []
        self.found: list[tuple[str, int, int, str]] = []

    def span(self, node: ast.AST) -> tuple[int, int]:
        """The first and last byte of what a node stands for."""
        start = self.starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]

    def note(self, start: int, end: int, new: str) -> None:
        if self.within:  # what is no function's is seen when the module is imported
            self.found.append((self.within[-1], start, end, new))

    def between(self, one: ast.AST, other: ast.AST, was: str, new: str) -> None:
        """Notes that a word or sign between two nodes may be another."""
        start, end = self.span(one)[1], self.span(other)[0]
        pattern = r"\b" + was.replace(" ", r"\s+") + r"\b" if was[0].isalpha() else re.escape(was)
        if at := re.search(pattern.encode(), self.bytes[start:end]):
            self.note(start + at.start(), start + at.end(), new)

    def body(self, node: ast.FunctionDef) -> None:
        self.within.append(node.name)
        docstring = ast.get_docstring(node) is not None
        for each in node.body[docstring:]:
            self.visit(each)
        self.within.pop()

    visit_FunctionDef = body
    visit_AsyncFunctionDef = body

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_Compare(self, node: ast.Compare) -> None:
        for one, sign, other in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            self.between(one, other, *COMPARED[type(sign)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        was, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for one, other in zip(node.values, node.values[1:], strict=False):
            self.between(one, other, was, new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.note(self.span(node)[0], self.span(node.operand)[0], "")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Add | ast.Sub):
            self.between(node.left, node.right, *(("+", "-") if isinstance(node.op, ast.Add) else ("-", "+")))
        self.generic_visit(node)

    def turned(self, node: ast.If | ast.IfExp | ast.While) -> None:
        if not isinstance(node.test, ast.Compare | ast.UnaryOp):  # which are turned over themselves
            start, end = self.span(node.test)
            self.note(start, end, f"not ({self.bytes[start:end].decode()})")
        self.generic_visit(node)

    visit_If = turned
    visit_IfExp = turned
    visit_While = turned

    def visit_Return(self, node: ast.Return) -> None:
        if node.value and not isinstance(node.value, ast.Constant):
            self.note(*self.span(node.value), "None")
        self.generic_visit(node)

    def left_out(self, node: ast.stmt) -> None:
        self.note(*self.span(node), "pass")
        self.generic_visit(node)

    visit_Continue = left_out
    visit_Break = left_out
    visit_AugAssign = left_out
    visit_Assert = left_out

    def visit_Raise(self, node: ast.Raise) -> None:  # what it says is no number
        self.note(*self.span(node), "pass")

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom):
            self.note(*self.span(node), "pass")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.note(*self.span(node), str(not node.value))
        elif isinstance(node.value, int):
            self.note(*self.span(node), str(node.value + 1))
        elif isinstance(node.value, str):
            self.of_sql(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.of_sql(node)
        # below 3.12 nodes within do not say where they stand

    def of_sql(self, node: ast.AST) -> None:
        start, end = self.span(node)
        text = self.bytes[start:end].decode()
        if SQL.search(text):
            for match in FOUND.finditer(text):
                at = start + len(text[: match.start()].encode())
                self.note(at, at + len(match[0].encode()), IN_SQL[match[0]])


def mutants(text: str) -> Iterator[Mutant]:
    """Modules with one thing changed each; few of them are no Python."""
    finder = Finder(text)
    finder.visit(ast.parse(text))
    known: set[str] = set()
    for function, start, end, new in sorted(set(finder.found), key=lambda each: (each[1], each[2])):
        changed = (finder.bytes[:start] + new.encode() + finder.bytes[end:]).decode()
        was, after = finder.bytes[start:end].decode(), finder.bytes[end : end + 30].decode("utf-8", "ignore")
        before = finder.bytes[max(start - 40, 0) : start].decode("utf-8", "ignore")
        parts = [" ".join(each.split()) for each in (before, was, new, after)]
        change = f"{function}: {parts[0][-30:]} [{shown(parts[1])} -> {shown(parts[2])}] {parts[3][:20]}"
        while change in known:
            change += " again"
        known.add(change)
        yield Mutant(change, function, changed)


def shown(text: str) -> str:
    return text if len(text) < 50 else f"{text[:40]} ..."
