"""Scientific abstracts in, a knowledge graph of papers and concepts out."""
