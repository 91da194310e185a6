"""Tests of what older packages do not have, or do otherwise; .ci/matrix runs the tests with these too."""

from importlib.metadata import version

import pytest
from packaging.version import Version


def is_before(package: str, first: str) -> bool:
    """Whether the version of a package is below another."""
    return Version(version(package)) < Version(first)


def since(package: str, first: str, why: str) -> pytest.MarkDecorator:
    """Runs a test where a package has this version or a later one.

    Args:
        package: its name.
        first: the version.
        why: what is otherwise before it.
    """
    return pytest.mark.skipif(is_before(package, first), reason=f"{package} before {first}: {why}")
