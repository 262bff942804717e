"""The exception that backup and restore raise."""


class BackupRefused(Exception):
    """Nothing was backed up or restored; the message says why in one sentence."""
