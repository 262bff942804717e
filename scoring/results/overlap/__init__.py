"""How much the model summaries of a topic overlap: of files, of a project, and its API."""
