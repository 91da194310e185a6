"""Where commands that are not declared by @command yet find tables for a paper."""

from evalsql.cli.paper import *  # noqa: F403
