"""Work that takes longer than a request: a queue in the database, and the processes that work it off (ADR 170)."""
