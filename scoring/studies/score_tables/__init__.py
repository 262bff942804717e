"""The page and the API that import tables of given scores."""
