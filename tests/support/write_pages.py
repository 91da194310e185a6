"""Writes into pages what their commands and programs print now, to be looked at before it is committed.

python tests/support/write_pages.py README.md docs/ci.md
"""

import re
import sys
import tempfile
from pathlib import Path

import pages


def shown_anew(text: str, folder: Path) -> str:
    """A text with what each of its commands and programs prints, called in a folder."""
    known: dict = {"__name__": "__main__"}

    def anew(shown: re.Match) -> str:
        if shown["command"] is None:
            printed = pages.printed_by(shown["code"], folder, known)
            return f"```python\n{shown['code']}```\n\n```text\n{printed}```"
        lines = pages.said_by(shown["command"], folder).splitlines()
        return "\n".join([f"```console\n$ {shown['command']}", *(line.rstrip() for line in lines), "```"])

    return pages.SHOWN.sub(anew, text)


if __name__ == "__main__":
    for page in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            text = shown_anew(pages.read(page), pages.folder_for(Path(folder)))
            (pages.ROOT / page).write_text(text, encoding="utf-8")
