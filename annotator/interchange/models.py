"""The files that were imported into a project, so that importing the same bytes again changes nothing."""

from django.db import models


class ImportedFile(models.Model):
    """An imported file, identified by the SHA-256 of its bytes (hexadecimal), with the report of its import."""

    project = models.ForeignKey("annotator.Project", on_delete=models.CASCADE, related_name="imported_files")
    sha256 = models.CharField(max_length=64)
    name = models.CharField(max_length=255)
    report = models.JSONField(default=dict)
    imported_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["project", "name"]
        constraints = [
            models.UniqueConstraint(fields=["project", "sha256"], name="imported_file_once_in_project"),
        ]

    def __str__(self) -> str:
        return self.name
