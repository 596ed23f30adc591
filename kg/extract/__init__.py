"""Papers in, extractions out: a spaCy pipeline that finds concepts with their roles, and links."""
