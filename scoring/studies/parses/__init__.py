"""The page and the API of parses: what is stored, imports and deleting."""
