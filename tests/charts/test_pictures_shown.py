"""What pictures show, as shown.md has it: their sizes, texts and colors, and what each mark is said to be."""

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import in_process
import pages
import pytest
from tiny import put_collection

PAGE = "tests/charts/shown.md"
COLOR, PLAIN = re.compile("#|rgb"), re.compile("title|group|container|^rule$")


def picture(words: str) -> str:
    """What the picture of a command has, in the folder where this is called: a line for each axis, legend and mark."""
    file = Path("picture.svg")
    file.unlink(missing_ok=True)
    done = in_process.whole([*shlex.split(words), "--plot", file.name], Path.cwd())
    assert file.is_file(), done.said
    drawn = ElementTree.parse(file).getroot()
    elements = [*drawn.iter()]
    colors = [each.get(name, "") for each in elements for name in ("fill", "stroke")]
    texts = [" ".join(each.itertext()).strip() for each in elements if each.tag.endswith("}text")]
    labels = [each.get("aria-label", "") for each in elements if not PLAIN.search(each.get("aria-roledescription", ""))]
    known = dict.fromkeys(each for each in colors if COLOR.match(each))
    lines = [f"{drawn.get('width')} x {drawn.get('height')}: {' '.join(known)}", " | ".join(filter(None, texts))]
    return "\n".join([*lines, *filter(None, dict.fromkeys(labels))])


@pytest.mark.parametrize("part", pages.parts(PAGE))
def test_pictures_show_what_is_shown(part: str, tmp_path: Path) -> None:
    assert pages.check(PAGE, put_collection(tmp_path), pages.parts(PAGE)[part], picture=picture) > 2
