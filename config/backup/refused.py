"""The exception of backup and restore."""


class BackupRefused(Exception):
    """Why nothing was backed up or restored, as one sentence for people."""
