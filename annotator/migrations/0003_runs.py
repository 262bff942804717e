"""Creates the tables of runs (annotator/runs)."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0002_constraints"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Run",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("job", models.CharField(max_length=40)),
                ("title", models.CharField(max_length=200)),
                ("parameters", models.JSONField(default=dict)),
                ("digest", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="queued",
                        max_length=9,
                    ),
                ),
                ("done", models.PositiveSmallIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("heartbeat_at", models.DateTimeField(null=True)),
                ("runner", models.CharField(default="", max_length=100)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("error", models.TextField(default="")),
                ("basis", models.JSONField(default=list)),
                ("result", models.JSONField(default=dict)),
                (
                    "project",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="runs",
                        to="annotator.project",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="runs", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="RunPart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("input", "Input"), ("computed", "Computed part"), ("result", "Result")], max_length=8
                    ),
                ),
                ("key", models.CharField(max_length=300)),
                ("data", models.BinaryField()),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="annotator.run"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="run",
            index=models.Index(
                condition=models.Q(("state__in", ["queued", "running"])), fields=["created_at"], name="run_unfinished"
            ),
        ),
        migrations.AddIndex(
            model_name="run",
            index=models.Index(fields=["user", "-created_at"], name="run_of_user"),
        ),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["queued", "running", "done", "failed", "cancelled"])),
                name="run_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.CheckConstraint(condition=models.Q(("done__lte", 1000)), name="run_done_at_most_whole"),
        ),
        migrations.AddConstraint(
            model_name="runpart",
            constraint=models.UniqueConstraint(fields=("run", "kind", "key"), name="run_part_once"),
        ),
        migrations.AddConstraint(
            model_name="runpart",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["input", "computed", "result"])), name="run_part_kind_known"
            ),
        ),
    ]
