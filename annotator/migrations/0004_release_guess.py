"""The guess in an imported document as a column, because scores name it and documents are long."""

from django.db import migrations, models
from django.db.models.fields.json import KeyTextTransform


class Migration(migrations.Migration):
    dependencies = [("annotator", "0003_runs")]

    operations = [
        migrations.AddField(
            "release",
            "guess",
            models.GeneratedField(
                expression=KeyTextTransform("guess", "document"),
                output_field=models.TextField(null=True),
                db_persist=True,
            ),
        ),
    ]
