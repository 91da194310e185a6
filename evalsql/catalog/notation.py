"""The notation of ir_measures, Name(a=1,b='c')@10, which is an expression of Python: read and written."""

import ast
from collections.abc import Mapping
from typing import Any

from evalsql.errors import InputError

JUDGED_ONLY = "judged_only"  # what the text of every measure may say beside its metric's parameters


def is_notation(template: str) -> bool:
    """Whether a peer writes a name as ir_measures does, which is ours."""
    return "(" in template or "@" in template


def read_notation(text: str) -> tuple[str | None, dict[str, Any], Any]:
    """Name, arguments and cutoff of `Name(a=1,b='c')@10`, which is an expression of Python; no name if it is not."""
    try:
        node = ast.parse(text, mode="eval").body
        cutoff = None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            cutoff, node = ast.literal_eval(node.right), node.left
            if cutoff is None:
                return None, {}, None
        given = {}
        if isinstance(node, ast.Call) and not node.args:
            given = {word.arg: literal(word.value, text) for word in node.keywords if word.arg is not None}
            if len(given) < len(node.keywords):
                return None, {}, None
            node = node.func
        return (node.id, given, cutoff) if isinstance(node, ast.Name) else (None, {}, None)
    except InputError:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None, {}, None


def literal(node: ast.expr, text: str) -> Any:
    """The value that an argument writes."""
    value = ast.literal_eval(node)
    if isinstance(node, ast.Dict) and len(value) < len(node.keys):
        keys = [ast.literal_eval(key) for key in node.keys if key is not None]
        twice = next(key for place, key in enumerate(keys, start=1) if key in keys[place:])
        raise InputError(f"{text}: its gains name level {twice!r} twice; a level has one gain")
    return value


def notation(name: str | None, given: Mapping[str, Any], cutoff: Any, **option: bool) -> str:
    """The text that `read_notation` reads so, with an option more."""
    inside = ",".join(f"{key}={value!r}" for key, value in {**given, **option}.items())
    return f"{name}" + (f"({inside})" if inside else "") + ("" if cutoff is None else f"@{cutoff!r}")
