"""What a pipeline says of the spans in `doc.spans["concepts"]`, as docs/pipelines.md lays it down.

The border to pipelines of other people: what they set is checked here, and nowhere after.
"""

from __future__ import annotations

from collections.abc import Mapping

from spacy.tokens import Doc, Span

from kg.errors import InputError
from kg.extract.grouping import TaggedMention
from kg.extract.tagger import SPANS
from kg.records import Mention
from kg.vocabulary import check_type_and_role, roles_of


def spans_of(doc: Doc) -> list[Span]:
    """The spans that a pipeline marked as concepts.

    Raises InputError when it set none, not even an empty group: then it is a pipeline for something else.
    """
    if SPANS not in doc.spans:
        others = f"; it sets doc.spans of {', '.join(map(repr, sorted(doc.spans)))}" if doc.spans else ""
        raise InputError(
            f'the pipeline sets no doc.spans["{SPANS}"], where its concepts should be{others} '
            "(docs/pipelines.md tells what a pipeline has to set)"
        )
    return list(doc.spans[SPANS])


def tagged_mention(span: Span) -> TaggedMention:
    """A span with its type, roles and confidence. Raises InputError for one that the contract does not allow."""
    try:
        roles = _roles(span)
        for role in roles:
            check_type_and_role(span.label_, role)
        confidence = float(span._.kg_confidence)
        if not 0 <= confidence <= 1:
            raise ValueError(f"the confidence {confidence} is not between 0 and 1")
    except (TypeError, ValueError) as error:
        raise InputError(f'{span.text!r} in doc.spans["{SPANS}"]: {error}') from error
    return TaggedMention(Mention(span.start_char, span.end_char, span.text), span.label_, roles, confidence)


def _roles(span: Span) -> Mapping[str, float]:
    """Roles with their probabilities: as set, else the span's id where it is one, else the usual role of the type."""
    if span._.kg_roles:
        return {str(role): float(chance) for role, chance in dict(span._.kg_roles).items()}
    known = roles_of(span.label_)
    if span.id_ in known:
        return {span.id_: 1.0}
    return {"used" if "used" in known else known[0]: 1.0}
