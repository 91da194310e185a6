"""How ir_measures writes a measure, which is how measures are written here: Name(a=1,b='c')@10."""

import ast
from typing import Any


def read_notation(text: str) -> tuple[str | None, dict[str, Any], Any]:
    """Name, arguments and cutoff of `Name(a=1,b='c')@10`, which is an expression of Python; no name where it is not."""
    try:
        node = ast.parse(text, mode="eval").body
        cutoff = None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            cutoff, node = ast.literal_eval(node.right), node.left
            if cutoff is None:
                return None, {}, None
        given = {}
        if isinstance(node, ast.Call) and not node.args:
            given = {word.arg: ast.literal_eval(word.value) for word in node.keywords if word.arg is not None}
            if len(given) < len(node.keywords):
                return None, {}, None
            node = node.func
        return (node.id, given, cutoff) if isinstance(node, ast.Name) else (None, {}, None)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None, {}, None
