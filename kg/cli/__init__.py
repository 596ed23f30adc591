"""The `kg` command: one sub-command a file, each of which parses, calls and prints."""
