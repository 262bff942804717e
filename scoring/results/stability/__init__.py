"""How many model summaries are enough: the analysis by pyramid order."""
