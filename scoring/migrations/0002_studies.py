"""Studies and their results."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL, ForeignKey, Q

KEY = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0001_given_scores_and_values"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Study",
            fields=[
                KEY,
                ("number", models.PositiveIntegerField()),
                ("title", models.CharField(max_length=200)),
                ("content", models.TextField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("created_by", ForeignKey(settings.AUTH_USER_MODEL, SET_NULL, null=True, related_name="+")),
                ("project", ForeignKey("annotator.project", CASCADE, related_name="studies")),
            ],
            options={"ordering": ["project", "-number"]},
        ),
        migrations.CreateModel(
            name="StudyResult",
            fields=[
                KEY,
                ("key", models.CharField(max_length=64)),
                ("document", models.TextField()),
                ("last_used", models.DateTimeField(db_index=True)),
                ("study", ForeignKey("scoring.study", CASCADE, related_name="results")),
            ],
        ),
        migrations.AddConstraint(
            "study", models.UniqueConstraint(fields=["project", "number"], name="study_number_once_in_project")
        ),
        migrations.AddConstraint(
            "study", models.CheckConstraint(condition=Q(number__gt=0), name="study_number_from_1")
        ),
        migrations.AddConstraint("study", models.CheckConstraint(condition=~Q(title=""), name="study_title_not_empty")),
        migrations.AddConstraint(
            "studyresult", models.UniqueConstraint(fields=["study", "key"], name="study_result_once")
        ),
    ]
