"""The pages of studies: they show the result of a study as sentences, tables and figures."""
