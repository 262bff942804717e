"""Slow implementations, written from the definitions, that tests compare the fast ones with."""
