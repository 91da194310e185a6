"""Pages, help, comments and docstrings are in the words of docs/contributing/style.md."""

import ast
import io
import re
import tokenize
from pathlib import Path

from places import ROOT

UNCHECKED = ("docs/trust/bad_input.md", "docs/contributing/style.md")  # messages, and what not to write
NAMES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
READMES = ("benchmarks/README.md", "fixtures/README.md", "sql/README.md", "tests/README.md")
FOLDERS = (
    *(("docs", "*.md"), ("integrations", "README.md"), ("skills", "*.md"), (".github", "*.yml")),
    *(("evalsql", form) for form in ("*.txt", "*.html", "*.py")),
    *(("sql", "*.sql"), ("sql", "*.toml")),
)
TEXTS = [ROOT / name for name in (*NAMES, *READMES)]
TEXTS += [file for folder, form in FOLDERS for file in sorted((ROOT / folder).rglob(form))]
SQL_COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/|\{#.*?#\}", re.DOTALL)
INSTEAD = {
    r"(?<!there )\b(is|are) no (?!longer|more|such)[a-z]+": "is not a",
    r"(?<!there )\b(is|are) (?-i:none)\b(?! of)(?! else)(?! %)(?! and min_rel)": "is not a; or null",
    r"\b(a|one) (row|file|line|column|panel|process) (a|an)\b(?! time)": "one row per query",
    r"\b(has|have) not\b(?! been)": "does not have",
    r"\bof which\b": "a sentence of its own",
    r"\bwhat is (given|told|found|asked)\b": "the argument, the message, the result, the question",
    r"\bwhere (there (is|are|was|were)|nothing|no|none|neither)\b": "if",
    r"\bis there (twice|already)\b": "appears twice",
    r"\banew\b": "again",
    r"\blikewise\b": "say it again",
    r"\bas such\b": "leave it out",
    r"\b(unsaid|outdoes|conceivable|cumulated)\b": "not stated, exceeds, possible, cumulative",
    r"\bcalled as the query\b": "whose id is the query's",
    r"\b(cannot|can|may) be had\b": "cannot be reproduced; is available",
}


def words(file: Path) -> str:
    """What people read in a file: all of a page, the comments of SQL, the comments and docstrings of Python."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".sql":
        return "\n".join(SQL_COMMENT.findall(text))
    if file.suffix != ".py":
        return text
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = [ast.get_docstring(node) for node in ast.walk(ast.parse(text)) if isinstance(node, documented)]
    return "\n".join([*filter(None, docstrings), *comments])


def test_pages_help_and_comments_are_in_plain_words() -> None:
    checked = [file for file in TEXTS if str(file.relative_to(ROOT)) not in UNCHECKED]
    assert len(checked) > 900
    found = {
        (str(file.relative_to(ROOT)), match[0]): f"write: {instead}"
        for file in checked
        for text in [" ".join(re.sub(r"\n[ \t]*(#|--)", "\n", words(file)).split())]
        for pattern, instead in INSTEAD.items()
        for match in re.finditer(pattern, text, re.IGNORECASE)
    }
    assert found == {}
