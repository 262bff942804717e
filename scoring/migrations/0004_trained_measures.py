"""Trained models of measures."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL, ForeignKey, Q

KEY = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
CREATOR_NAME = models.CharField(max_length=150, blank=True, default="", db_default="", editable=False)


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0008_scu_relations"),
        ("scoring", "0003_study_creator_name"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="TrainedMeasure",
            fields=[
                KEY,
                ("name", models.CharField(max_length=100)),
                ("key", models.CharField(max_length=8)),
                ("content", models.TextField()),
                ("overview", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("creator_name", CREATOR_NAME),
                ("created_by", ForeignKey(settings.AUTH_USER_MODEL, SET_NULL, null=True, related_name="+")),
                ("project", ForeignKey("annotator.project", CASCADE, related_name="trained_measures")),
            ],
            options={
                "ordering": ["project", "name"],
                "constraints": [
                    models.UniqueConstraint(fields=["project", "name"], name="trained_measure_name_once_in_project"),
                    models.UniqueConstraint(fields=["project", "key"], name="trained_measure_key_once_in_project"),
                    models.CheckConstraint(condition=~Q(name=""), name="trained_measure_name_not_empty"),
                    models.CheckConstraint(
                        condition=Q(key__regex="^[0-9a-f]{8}$"), name="trained_measure_key_is_a_hash"
                    ),
                ],
            },
        ),
    ]
