"""Teams: roles for topics, assignments, invitations, notes, adjudication; keys that tell nothing."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import annotator.projects.columns


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0004_project_suggestions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Assignment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("due", models.DateField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["topic", "id"],
            },
        ),
        migrations.CreateModel(
            name="ConsensusSource",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("revision", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ["pyramid", "annotation", "position"],
            },
        ),
        migrations.CreateModel(
            name="Decision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("choice", models.CharField(max_length=20)),
                ("note", models.TextField(blank=True, default="")),
                ("sources", models.JSONField(default=list)),
                ("made", models.JSONField(default=list)),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=43, unique=True)),
                ("role", models.CharField(max_length=10)),
                ("most_uses", models.PositiveIntegerField(default=1)),
                ("uses", models.PositiveIntegerField(default=0)),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-created_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField(default=uuid.uuid4)),
                ("at", models.DateTimeField()),
                ("text", models.TextField()),
            ],
            options={
                "ordering": ["at", "id"],
            },
        ),
        migrations.CreateModel(
            name="NoteThread",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        default=annotator.projects.columns.opaque_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("scu", models.UUIDField(null=True)),
                ("unit", models.UUIDField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("resolved_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["created_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="TopicRole",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(choices=[("reviewer", "Reviewer"), ("adjudicator", "Adjudicator")], max_length=12),
                ),
            ],
            options={
                "ordering": ["topic", "role", "member"],
            },
        ),
        migrations.AlterModelOptions(
            name="peerannotation",
            options={"ordering": ["summary", "created_at", "id"]},
        ),
        migrations.AlterModelOptions(
            name="pyramid",
            options={"ordering": ["topic", "created_at", "id"]},
        ),
        migrations.AddField(
            model_name="project",
            name="anonymous_owners",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="project",
            name="blind",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="project",
            name="mask_summarizers",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="project",
            name="shuffle_peers",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="summary",
            name="mask",
            field=models.CharField(blank=True, default="", max_length=20),
        ),
        migrations.AddField(
            model_name="topic",
            name="revealed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name="peerannotation",
            name="id",
            field=models.BigIntegerField(
                default=annotator.projects.columns.opaque_id, editable=False, primary_key=True, serialize=False
            ),
        ),
        migrations.AlterField(
            model_name="pyramid",
            name="id",
            field=models.BigIntegerField(
                default=annotator.projects.columns.opaque_id, editable=False, primary_key=True, serialize=False
            ),
        ),
        migrations.AlterField(
            model_name="release",
            name="id",
            field=models.BigIntegerField(
                default=annotator.projects.columns.opaque_id, editable=False, primary_key=True, serialize=False
            ),
        ),
        migrations.AddConstraint(
            model_name="summary",
            constraint=models.UniqueConstraint(
                condition=models.Q(("mask", ""), _negated=True),
                fields=("topic", "mask"),
                name="summary_mask_once_in_topic",
            ),
        ),
        migrations.AddField(
            model_name="assignment",
            name="created_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="assignment",
            name="member",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="assignments", to="annotator.membership"
            ),
        ),
        migrations.AddField(
            model_name="assignment",
            name="release",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="assignments",
                to="annotator.release",
            ),
        ),
        migrations.AddField(
            model_name="assignment",
            name="summary",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="assignments",
                to="annotator.summary",
            ),
        ),
        migrations.AddField(
            model_name="assignment",
            name="topic",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="assignments", to="annotator.topic"
            ),
        ),
        migrations.AddField(
            model_name="consensussource",
            name="annotation",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sources",
                to="annotator.peerannotation",
            ),
        ),
        migrations.AddField(
            model_name="consensussource",
            name="pyramid",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="sources", to="annotator.pyramid"
            ),
        ),
        migrations.AddField(
            model_name="consensussource",
            name="source_annotation",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="annotator.peerannotation"
            ),
        ),
        migrations.AddField(
            model_name="consensussource",
            name="source_pyramid",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="annotator.pyramid"
            ),
        ),
        migrations.AddField(
            model_name="decision",
            name="annotation",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="decisions",
                to="annotator.peerannotation",
            ),
        ),
        migrations.AddField(
            model_name="decision",
            name="pyramid",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="decisions", to="annotator.pyramid"
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="created_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="project",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="annotator.project"
            ),
        ),
        migrations.AddField(
            model_name="note",
            name="author",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="notes", to="annotator.membership"
            ),
        ),
        migrations.AddField(
            model_name="notethread",
            name="annotation",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="threads",
                to="annotator.peerannotation",
            ),
        ),
        migrations.AddField(
            model_name="notethread",
            name="pyramid",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="threads", to="annotator.pyramid"
            ),
        ),
        migrations.AddField(
            model_name="notethread",
            name="resolved_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="notethread",
            name="summary",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="annotator.summary"
            ),
        ),
        migrations.AddField(
            model_name="note",
            name="thread",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="annotator.notethread"
            ),
        ),
        migrations.AddField(
            model_name="topicrole",
            name="member",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="topic_roles", to="annotator.membership"
            ),
        ),
        migrations.AddField(
            model_name="topicrole",
            name="topic",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="roles", to="annotator.topic"
            ),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("summary__isnull", True)),
                fields=("topic", "member"),
                name="assignment_of_a_pyramid_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.UniqueConstraint(fields=("summary", "member"), name="assignment_of_a_peer_once"),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.CheckConstraint(
                condition=models.Q(("summary__isnull", False), ("release__isnull", True), _connector="OR"),
                name="assignment_release_is_for_a_peer",
            ),
        ),
        migrations.AddConstraint(
            model_name="consensussource",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("pyramid__isnull", False),
                        ("source_pyramid__isnull", False),
                        ("annotation__isnull", True),
                        ("source_annotation__isnull", True),
                    ),
                    models.Q(
                        ("pyramid__isnull", True),
                        ("source_pyramid__isnull", True),
                        ("annotation__isnull", False),
                        ("source_annotation__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="consensus_source_of_the_same_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="consensussource",
            constraint=models.UniqueConstraint(
                fields=("pyramid", "source_pyramid"), name="consensus_source_pyramid_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="consensussource",
            constraint=models.UniqueConstraint(
                fields=("annotation", "source_annotation"), name="consensus_source_annotation_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="consensussource",
            constraint=models.UniqueConstraint(
                fields=("pyramid", "position"), name="consensus_source_position_once_in_pyramid"
            ),
        ),
        migrations.AddConstraint(
            model_name="consensussource",
            constraint=models.UniqueConstraint(
                fields=("annotation", "position"), name="consensus_source_position_once_in_annotation"
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("annotation__isnull", True), ("pyramid__isnull", False)),
                    models.Q(("annotation__isnull", False), ("pyramid__isnull", True)),
                    _connector="OR",
                ),
                name="decision_of_a_pyramid_or_of_an_annotation",
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.UniqueConstraint(fields=("pyramid", "key"), name="decision_once_in_pyramid"),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.UniqueConstraint(fields=("annotation", "key"), name="decision_once_in_annotation"),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("uses__lte", models.F("most_uses"))), name="invitation_not_used_too_often"
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["manager", "annotator", "viewer"])), name="invitation_role_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="notethread",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("annotation__isnull", True), ("pyramid__isnull", False), ("unit__isnull", True)),
                    models.Q(
                        ("annotation__isnull", False),
                        ("pyramid__isnull", True),
                        ("scu__isnull", True),
                        ("summary__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="note_thread_on_a_pyramid_or_on_an_annotation",
            ),
        ),
        migrations.AddConstraint(
            model_name="notethread",
            constraint=models.CheckConstraint(
                condition=models.Q(("summary__isnull", True), ("scu__isnull", False), _connector="OR"),
                name="note_thread_on_a_contributor_of_an_scu",
            ),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.CheckConstraint(condition=models.Q(("text", ""), _negated=True), name="note_not_empty"),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.UniqueConstraint(fields=("author", "uuid"), name="note_once_for_author"),
        ),
        migrations.AddConstraint(
            model_name="topicrole",
            constraint=models.UniqueConstraint(fields=("topic", "member", "role"), name="topic_role_once"),
        ),
        migrations.AddConstraint(
            model_name="topicrole",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["reviewer", "adjudicator"])), name="topic_role_known"
            ),
        ),
    ]
