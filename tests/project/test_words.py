"""Pages and help are in the words of docs/contributing/style.md."""

import re

from places import ROOT

UNCHECKED = ("docs/trust/bad_input.md", "docs/contributing/style.md")  # messages, and what not to write
HEADS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
FOLDERS = (("docs", "*.md"), ("evalsql/cli", "*.txt"), ("evalsql/reporting", "*.html"))
TEXTS = [*HEADS, *(file for folder, form in FOLDERS for file in sorted((ROOT / folder).rglob(form)))]
INSTEAD = {
    r"(?<!there )\b(is|are) no (?!longer|more|such)[a-z]+": "is not a",
    r"\b(a row a|one a line|a line each)\b": "one row per query",
    r"\b(has|have) not\b(?! been)": "does not have",
    r"\bof which\b": "a sentence of its own",
    r"\bwhat is (given|told|found|asked)\b": "the argument, the message, the result, the question",
    r"\banew\b": "again",
    r"\bcalled as the query\b": "whose id is the query's",
    r"\bcannot be had\b": "cannot be reproduced",
}


def test_pages_and_help_are_in_plain_words() -> None:
    checked = [file for file in TEXTS if str(file.relative_to(ROOT)) not in UNCHECKED]
    assert len(checked) > 60
    found = {
        (str(file.relative_to(ROOT)), match[0]): f"write: {instead}"
        for file in checked
        for pattern, instead in INSTEAD.items()
        for match in re.finditer(pattern, " ".join(file.read_text(encoding="utf-8").split()), re.IGNORECASE)
    }
    assert found == {}
