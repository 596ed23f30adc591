"""SPARQL over an export: named questions and free queries, read-only, on this machine alone."""

from kg.query.names import unknown_name
from kg.query.questions import Parameter, Question, question, questions
from kg.query.results import FORMATS, format_result
from kg.query.run import Result, run
from kg.query.store import load
from kg.query.syntax import bind, check_read_only

__all__ = [
    "FORMATS",
    "Parameter",
    "Question",
    "Result",
    "bind",
    "check_read_only",
    "format_result",
    "load",
    "question",
    "questions",
    "run",
    "unknown_name",
]
