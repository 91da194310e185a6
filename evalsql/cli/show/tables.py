"""Where commands that are not declared by @command yet find what prints tables."""

from evalsql.cli.printing import *  # noqa: F403
