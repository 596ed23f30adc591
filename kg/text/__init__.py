"""What an abstract says without its markup, with offsets back to the source text."""

from __future__ import annotations

from kg.text.alignment import CleanText
from kg.text.entities import entity_edits, heading_edits, tag_edits
from kg.text.hyphenation import hyphen_edits, ligature_edits, space_edits
from kg.text.latex import latex_edits
from kg.text.markdown import emphasis_edits, link_edits, quote_edits
from kg.text.unicode import encoding_edits, folding_edits, invisible_edits

__all__ = ["CleanText", "clean"]


def clean(text: str) -> CleanText:
    """Read `text` as a person would: without LaTeX, Markdown, tags, entities, line ends and invisible characters.

    Every character of the result knows its place in `text` (`CleanText.to_source`). Never raises; time is linear.
    """
    return CleanText.of(text).apply(
        encoding_edits,
        entity_edits,
        heading_edits,
        tag_edits,
        link_edits,
        latex_edits,
        emphasis_edits,
        quote_edits,
        ligature_edits,
        invisible_edits,
        folding_edits,
        hyphen_edits,
        space_edits,
    )
