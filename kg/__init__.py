"""Scientific abstracts in, a knowledge graph of papers and concepts out."""

__version__ = "0.1.0"
