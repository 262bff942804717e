"""The page and the API of the automatic measures of a project: what each needs, and its values."""
