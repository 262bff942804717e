"""Runs: calculations, imports and exports that take longer than a request (docs/adr/0170-runs.md).

Runs wait in a queue in the database. Runners, which are separate processes, execute them.
"""
