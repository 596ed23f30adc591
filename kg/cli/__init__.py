"""The `kg` command: one sub-command a file, each of which parses, calls and prints."""

from kg.cli.app import main

__all__ = ["main"]
