"""Names and sentences as other programs read them: what is a sign to those is written so that it is none."""

import re

from evalsql.words import one_line

# what a span of code in Markdown, and a cell of a table around it, take for what it is
CODE = re.compile(r"[^\s`|\\]+( [^\s`|\\]+)*")


def in_markdown(name: str) -> str:
    """A name in Markdown, as code: nothing in it is a sign there, and nobody is mentioned by it.

    A name that a span of code cannot hold, or that would end a cell of a table, is HTML with each sign as a number.
    """
    name = one_line(name)
    if CODE.fullmatch(name):
        return f"`{name}`"
    return f"<code>{re.sub(r'[^A-Za-z0-9 ]', lambda sign: f'&#{ord(sign[0])};', name)}</code>"


def in_sentence(text: str) -> str:
    """A sentence in Markdown, with nothing in it that is a sign there, and nobody mentioned by it."""

    def plain(sign: re.Match[str]) -> str:
        # GitHub looks for people and issues in the text that is shown, where a sign as a number is that sign
        return f"{sign[0]}&#8203;" if sign[0] in "@#" else f"&#{ord(sign[0])};"

    return re.sub(r"[\\`*_{}\[\]<>|&~$]|(?<!\w)[@#](?=\w)|:(?=//)|(?<=[wW]{3})\.", plain, one_line(text))


def link(text: str, address: str) -> str:
    """A link in Markdown; what would end its address is written as addresses write it."""
    safe = re.sub(r"[\s<>()\\\"|`]", lambda sign: "".join(f"%{byte:02X}" for byte in sign[0].encode()), address)
    return f"[{text}]({safe})"


def in_annotation(text: str) -> str:
    """A message behind the `::` of a workflow command of GitHub, which is one line."""
    return one_line(text).replace("%", "%25")


def in_title(text: str) -> str:
    """A value between the `::` of a workflow command of GitHub."""
    return in_annotation(text).replace(":", "%3A").replace(",", "%2C")
