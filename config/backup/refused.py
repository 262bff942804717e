"""Why there is no backup, or nothing was restored: one sentence for people."""


class BackupRefused(Exception):
    """One sentence."""
