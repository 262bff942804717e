"""Scores that came from outside, and stored values of automatic measures."""

from django.db import migrations, models
from django.db.models import CASCADE, F, ForeignKey, Q

KEY = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


class Migration(migrations.Migration):
    initial = True

    dependencies = [("annotator", "0006_account_invitations")]

    operations = [
        migrations.CreateModel(
            name="GivenColumn",
            fields=[
                KEY,
                ("name", models.CharField(max_length=100)),
                ("is_human", models.BooleanField(default=False)),
                ("scale_low", models.FloatField(null=True)),
                ("scale_high", models.FloatField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("project", ForeignKey("annotator.project", CASCADE, related_name="given_columns")),
            ],
            options={"ordering": ["name", "id"]},
        ),
        migrations.CreateModel(
            name="GivenScore",
            fields=[
                KEY,
                ("judge", models.CharField(blank=True, default="", max_length=100)),
                ("value", models.FloatField()),
                ("column", ForeignKey("scoring.givencolumn", CASCADE, related_name="scores")),
                ("summary", ForeignKey("annotator.summary", CASCADE, related_name="given_scores")),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.CreateModel(
            name="Measured",
            fields=[
                KEY,
                ("key", models.CharField(max_length=64, unique=True)),
                ("values", models.BinaryField()),
                ("reasons", models.JSONField(default=list)),
                ("last_used", models.DateTimeField(db_index=True)),
                ("topic", ForeignKey("annotator.topic", CASCADE, related_name="measured")),
            ],
        ),
        migrations.AddConstraint(
            "givencolumn",
            models.UniqueConstraint(fields=["project", "name"], name="given_column_once_in_project"),
        ),
        migrations.AddConstraint(
            "givencolumn", models.CheckConstraint(condition=~Q(name=""), name="given_column_name_not_empty")
        ),
        migrations.AddConstraint(
            "givencolumn",
            models.CheckConstraint(
                condition=Q(scale_low=None, scale_high=None) | Q(scale_low__lt=F("scale_high")),
                name="given_column_scale_in_order",
            ),
        ),
        migrations.AddConstraint(
            "givenscore", models.UniqueConstraint(fields=["column", "summary", "judge"], name="given_score_once")
        ),
        migrations.AddConstraint(
            "givenscore",
            models.CheckConstraint(condition=Q(value__gt=-1e15, value__lt=1e15), name="given_score_is_a_number"),
        ),
    ]
