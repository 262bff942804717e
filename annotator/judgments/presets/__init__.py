"""Instruments as NIST, MEAD and later protocols published them: pure data."""
