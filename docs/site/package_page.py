"""The page of a release on the package index: README.md, with links that lead to the repository at its tag."""

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?<=\]\()(?!https?://|#)([^)\s]+)")


class PackagePage(MetadataHookInterface):
    """What Hatchling calls as it builds the package or installs it."""

    def update(self, metadata: dict) -> None:
        """Set the readme of a package's metadata."""
        files = f"{metadata['urls']['Source']}/blob/v{metadata['version']}/"

        def there(link: re.Match) -> str:
            return files + link[1] + "?raw=true" * link[1].endswith(".svg")  # the picture, not the page that shows it

        text = LINK.sub(there, (Path(self.root) / "README.md").read_text(encoding="utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
