"""Pages, API and files of results: scores, diagnosis, agreement and stability."""
