"""Studies: how well measures agree with human scores."""
