"""How much scores of judgments depend on judges and models, and whether programs can stand in for people."""
