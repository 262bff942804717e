"""Whether a project offers similar text."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotator", "0003_flags_and_set_asides")]

    operations = [
        migrations.AddField(
            model_name="project",
            name="suggestions",
            field=models.CharField(
                choices=[("on", "Offered on request"), ("off", "Not offered (for blind rounds)")],
                default="on",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="project",
            constraint=models.CheckConstraint(
                condition=models.Q(("suggestions__in", ["on", "off"])), name="project_suggestions_known"
            ),
        ),
    ]
