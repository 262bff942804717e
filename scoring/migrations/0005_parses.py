"""Parses of summaries and documents by other programs."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL, ForeignKey, Q


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0008_scu_relations"),
        ("scoring", "0004_trained_measures"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Parse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("conllu", "CoNLL-U"), ("discourse", "Discourse relations")], max_length=10
                    ),
                ),
                ("content", models.TextField()),
                ("digest", models.CharField(max_length=64)),
                ("parser", models.CharField(blank=True, default="", max_length=200)),
                ("file_name", models.CharField(blank=True, default="", max_length=255)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "creator_name",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=150),
                ),
                ("created_by", ForeignKey(settings.AUTH_USER_MODEL, SET_NULL, null=True, related_name="+")),
                ("document", ForeignKey("annotator.document", CASCADE, null=True, related_name="parses")),
                ("summary", ForeignKey("annotator.summary", CASCADE, null=True, related_name="parses")),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.AddConstraint(
            "parse", models.UniqueConstraint(fields=["summary", "kind"], name="parse_once_of_a_summary")
        ),
        migrations.AddConstraint(
            "parse", models.UniqueConstraint(fields=["document", "kind"], name="parse_once_of_a_document")
        ),
        migrations.AddConstraint(
            "parse", models.CheckConstraint(condition=Q(kind__in=["conllu", "discourse"]), name="parse_kind_known")
        ),
        migrations.AddConstraint(
            "parse",
            models.CheckConstraint(
                condition=Q(summary__isnull=True, document__isnull=False)
                | Q(summary__isnull=False, document__isnull=True),
                name="parse_of_one_text",
            ),
        ),
        migrations.AddConstraint("parse", models.CheckConstraint(condition=~Q(content=""), name="parse_not_empty")),
    ]
