"""Files <-> dataclasses: DUCView's XML, tables, plain text. Pure: no Django, no database."""
