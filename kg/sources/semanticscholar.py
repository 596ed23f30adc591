"""Papers of Semantic Scholar: Graph API, bulk data sets, S2ORC, and the older open corpus, which spell fields alike.

A paper that is on arXiv has its address there, and without a DOI of its own the DOI that arXiv gives. Bulk data sets
part a paper: `papers` has the title, `abstracts` the abstract, both the ids. In lists of references and citations each
paper is within an object that says how it is cited.
"""

from __future__ import annotations

from typing import Any

from kg.sources.fields import Fields

_IDS = ("paperId", "corpusId", "corpusid", "paper_id", "id")
_TELLING = (
    "paperId",
    "corpusid",
    "externalIds",
    "externalids",
    "paperAbstract",
    "s2FieldsOfStudy",
    "s2fieldsofstudy",
)
_CITED = ("citedPaper", "citingPaper")


def is_one(row: dict[str, Any]) -> bool:
    """Whether an object is a paper of Semantic Scholar."""
    return any(name in row for name in (*_TELLING, *_CITED)) or ("paper_id" in row and "abstract" in row)


def _either(row: dict[str, Any], *names: str) -> Any:
    """The first member that says something."""
    return next((row[name] for name in names if row.get(name) not in (None, "", [])), None)


def _ids(row: dict[str, Any]) -> dict[str, Any]:
    """What others call the paper, by their names in small letters."""
    access = row.get("openaccessinfo")
    others = _either(row, "externalIds", "externalids") or (
        access.get("externalids") if isinstance(access, dict) else None
    )
    named = others.items() if isinstance(others, dict) else ()
    return {
        **{"arxiv": row.get("arxiv_id"), "doi": row.get("doi")},
        **{str(name).lower(): value for name, value in named if value},
    }


def _venue(row: dict[str, Any]) -> Any:
    journal = row.get("journal")
    return _either(row, "venue") or (journal.get("name") if isinstance(journal, dict) else journal)


def _subjects(row: dict[str, Any]) -> list[Any]:
    subjects = _either(row, "fieldsOfStudy", "s2FieldsOfStudy", "s2fieldsofstudy", "keywords")
    listed = subjects if isinstance(subjects, list) else []
    return [subject.get("category") if isinstance(subject, dict) else subject for subject in listed]


def fields(row: dict[str, Any]) -> Fields:
    """What an object says."""
    row = next((row[name] for name in _CITED if isinstance(row.get(name), dict)), row)
    ids = _ids(row)
    arxiv = ids["arxiv"] if isinstance(ids["arxiv"], str) else ""
    return Fields(
        id=_either(row, *_IDS),
        title=row.get("title"),
        abstract=_either(row, "abstract", "paperAbstract"),
        year=row.get("year"),
        venue=_venue(row),
        url=f"https://arxiv.org/abs/{arxiv}" if arxiv else _either(row, "url", "s2Url"),
        doi=ids["doi"] or (f"10.48550/arxiv.{arxiv}" if arxiv else None),
        authors=row.get("authors"),
        keywords=_subjects(row),
    )
