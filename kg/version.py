"""The version of this program, as its outputs record it."""

__version__ = "0.1.0"
