"""SPARQL over an export: named questions and free queries, read-only, on this machine alone."""

from kg.query.questions import Parameter, Question, question, questions
from kg.query.results import FORMATS, format_result
from kg.query.run import Result, run
from kg.query.store import load

__all__ = [
    "FORMATS",
    "Parameter",
    "Question",
    "Result",
    "format_result",
    "load",
    "question",
    "questions",
    "run",
]
