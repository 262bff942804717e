"""Whether the annotators of imported peers marked text that matches no SCU, also for files imported before."""

from django.db import migrations, models

from annotator.duc.documents import scus_from_json
from annotator.duc.non_matching import marks_non_matching


def fill(apps, _schema_editor):
    files = apps.get_model("annotator", "MatchFile").objects.filter(document__isnull=False)
    for file in files.iterator(chunk_size=100):
        document = file.document
        marks = marks_non_matching(document["text"], scus_from_json(document["scus"]))
        files.filter(pk=file.pk).update(marks_non_matching=marks)


class Migration(migrations.Migration):
    dependencies = [("annotator", "0004_release_guess")]

    operations = [
        migrations.AddField("matchfile", "marks_non_matching", models.BooleanField(null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
