"""Creates all tables of the models; 0002_constraints adds what models cannot express."""

import uuid

import django.contrib.postgres.constraints
import django.contrib.postgres.fields
import django.contrib.postgres.fields.ranges
import django.db.models.constraints
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.fields.json
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import annotator.projects.columns


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Work",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        default=annotator.projects.columns.opaque_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("slot", models.CharField(blank=True, db_default="", default="", max_length=100)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("in_progress", "In progress"),
                            ("in_review", "In review"),
                            ("submitted", "Submitted"),
                            ("returned", "Returned"),
                            ("adjudicated", "Adjudicated"),
                        ],
                        default="in_progress",
                        max_length=12,
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0)),
                ("next_uid", models.PositiveIntegerField(default=1)),
                ("next_position", models.FloatField(default=1.0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "derived_from",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="derived",
                        to="annotator.work",
                    ),
                ),
            ],
            options={
                "ordering": ["topic", "created_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=100)),
                (
                    "role",
                    models.CharField(
                        choices=[("manager", "Manager"), ("annotator", "Annotator"), ("viewer", "Viewer")],
                        default="annotator",
                        max_length=10,
                    ),
                ),
                (
                    "account_name",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=150),
                ),
                ("host", models.BooleanField(db_default=False, default=False, editable=False)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["name", "id"],
            },
        ),
        migrations.CreateModel(
            name="Release",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        default=annotator.projects.columns.opaque_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("revision", models.PositiveIntegerField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "creator_name",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=150),
                ),
                ("model_count", models.PositiveIntegerField()),
                (
                    "weight_source",
                    models.CharField(
                        choices=[
                            ("summaries", "Distinct model summaries"),
                            ("file", "Contributor elements of the imported file"),
                        ],
                        default="summaries",
                        max_length=10,
                    ),
                ),
                ("file_name", models.CharField(blank=True, default="", max_length=255)),
                ("document", models.JSONField(null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pyramid", "number"],
            },
        ),
        migrations.CreateModel(
            name="Summary",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(choices=[("model", "Model summary"), ("peer", "Peer summary")], max_length=5),
                ),
                ("summarizer", models.CharField(max_length=100)),
                ("mask", models.CharField(blank=True, default="", max_length=20)),
                ("title", models.CharField(blank=True, default="", max_length=300)),
                ("position", models.PositiveIntegerField()),
                ("text", models.TextField()),
                ("length", models.PositiveIntegerField()),
                ("ends_with_newline", models.BooleanField(default=False)),
                ("words", models.JSONField(default=list)),
                ("sentences", models.JSONField(default=list)),
                ("direction", models.CharField(default="ltr", max_length=3)),
                ("segmenter", models.CharField(max_length=60)),
            ],
            options={
                "ordering": ["kind", "position", "id"],
            },
        ),
        migrations.CreateModel(
            name="Topic",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=100)),
                ("title", models.CharField(blank=True, default="", max_length=300)),
                ("statement", models.TextField(blank=True, default="")),
                ("revealed_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["key", "id"],
            },
        ),
        migrations.CreateModel(
            name="AccountSession",
            fields=[
                (
                    "session_key",
                    models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key"),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="MatchFile",
            fields=[
                (
                    "work",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="match_file",
                        serialize=False,
                        to="annotator.work",
                    ),
                ),
                ("name", models.CharField(max_length=255)),
                ("document", models.JSONField(null=True)),
                ("revision", models.PositiveIntegerField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name="work",
            name="editors",
            field=models.ManyToManyField(blank=True, related_name="edited_works", to="annotator.membership"),
        ),
        migrations.AddField(
            model_name="work",
            name="owner",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.RESTRICT, related_name="works", to="annotator.membership"
            ),
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
                ("item", models.UUIDField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("resolved_at", models.DateTimeField(null=True)),
                (
                    "resolver_name",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=150),
                ),
                (
                    "resolved_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "work",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="threads", to="annotator.work"
                    ),
                ),
                (
                    "summary",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="annotator.summary"
                    ),
                ),
            ],
            options={
                "ordering": ["created_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="Project",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=200)),
                ("guidelines", models.TextField(blank=True, default="")),
                (
                    "overlap_models",
                    models.CharField(
                        choices=[
                            ("allow", "Allowed; shared words are shaded"),
                            ("warn", "Allowed with a warning"),
                            ("forbid", "Not allowed"),
                        ],
                        default="allow",
                        max_length=10,
                    ),
                ),
                (
                    "overlap_peers",
                    models.CharField(
                        choices=[
                            ("allow", "Allowed; shared words are shaded"),
                            ("warn", "Allowed with a warning"),
                            ("forbid", "Not allowed"),
                        ],
                        default="allow",
                        max_length=10,
                    ),
                ),
                (
                    "non_matching",
                    models.CharField(
                        choices=[
                            ("mark", "Marked, as units without an SCU"),
                            ("skip", "Not marked (the DUC 2006 rule); there is no original score then"),
                        ],
                        default="mark",
                        max_length=10,
                    ),
                ),
                (
                    "live_scores",
                    models.CharField(
                        choices=[
                            ("show", "Shown while judging"),
                            ("after_submit", "Shown once the annotation is finished"),
                            ("hide", "Not shown to annotators"),
                        ],
                        default="show",
                        max_length=20,
                    ),
                ),
                (
                    "rounding",
                    models.CharField(
                        choices=[
                            ("half-up", "Half up (official DUC practice)"),
                            ("floor", "Down (DUCView 1.5)"),
                            ("ceil", "Up (TAC)"),
                            ("exact", "Exact (interpolated)"),
                        ],
                        default="half-up",
                        max_length=10,
                    ),
                ),
                (
                    "suggestions",
                    models.CharField(
                        choices=[("on", "Offered on request"), ("off", "Not offered (for blind rounds)")],
                        default="on",
                        max_length=10,
                    ),
                ),
                ("blind", models.BooleanField(default=False)),
                ("mask_summarizers", models.BooleanField(default=False)),
                ("shuffle_peers", models.BooleanField(default=False)),
                ("anonymous_owners", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["name", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("overlap_models__in", ["allow", "warn", "forbid"])),
                        name="project_overlap_models_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("overlap_peers__in", ["allow", "warn", "forbid"])),
                        name="project_overlap_peers_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("non_matching__in", ["mark", "skip"])), name="project_non_matching_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("live_scores__in", ["show", "after_submit", "hide"])),
                        name="project_live_scores_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rounding__in", ["half-up", "floor", "ceil", "exact"])),
                        name="project_rounding_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("suggestions__in", ["on", "off"])), name="project_suggestions_known"
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="membership",
            name="project",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="annotator.project"
            ),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=43, unique=True)),
                ("role", models.CharField(max_length=10)),
                ("max_uses", models.PositiveIntegerField(default=1)),
                ("uses", models.PositiveIntegerField(default=0)),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="annotator.project"
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="ImportedFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sha256", models.CharField(max_length=64)),
                ("name", models.CharField(max_length=255)),
                ("report", models.JSONField(default=dict)),
                ("imported_at", models.DateTimeField(auto_now_add=True)),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imported_files",
                        to="annotator.project",
                    ),
                ),
            ],
            options={
                "ordering": ["project", "name"],
            },
        ),
        migrations.AddField(
            model_name="work",
            name="release",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.RESTRICT, related_name="works", to="annotator.release"
            ),
        ),
        migrations.AddField(
            model_name="release",
            name="pyramid",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="releases", to="annotator.work"
            ),
        ),
        migrations.CreateModel(
            name="ReleasedScu",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField()),
                ("uid", models.PositiveIntegerField()),
                ("position", models.FloatField()),
                ("label", models.TextField()),
                ("comment", models.TextField(blank=True, default="")),
                ("weight", models.PositiveIntegerField()),
                ("contributors", models.JSONField()),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="scus", to="annotator.release"
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
            },
        ),
        migrations.CreateModel(
            name="Absence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "annotation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="absences", to="annotator.work"
                    ),
                ),
                (
                    "scu",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="+", to="annotator.releasedscu"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Scu",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField()),
                ("uid", models.PositiveIntegerField()),
                ("position", models.FloatField()),
                ("label", models.TextField(blank=True, default="")),
                ("comment", models.TextField(blank=True, default="")),
                (
                    "flags",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=10), blank=True, default=list, size=None
                    ),
                ),
                (
                    "pyramid",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="scus", to="annotator.work"
                    ),
                ),
            ],
            options={
                "verbose_name": "SCU",
                "verbose_name_plural": "SCUs",
                "ordering": ["position", "id"],
            },
        ),
        migrations.AddField(
            model_name="work",
            name="summary",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="works", to="annotator.summary"
            ),
        ),
        migrations.CreateModel(
            name="SetAside",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("start", models.PositiveIntegerField()),
                ("end", models.PositiveIntegerField()),
                (
                    "pyramid",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="set_asides", to="annotator.work"
                    ),
                ),
                (
                    "summary",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="+", to="annotator.summary"
                    ),
                ),
            ],
            options={
                "ordering": ["summary", "start"],
            },
        ),
        migrations.CreateModel(
            name="Contributor",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("comment", models.TextField(blank=True, default="")),
                (
                    "flags",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=10), blank=True, default=list, size=None
                    ),
                ),
                (
                    "scu",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="contributors", to="annotator.scu"
                    ),
                ),
                (
                    "summary",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="contributors",
                        to="annotator.summary",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
            },
        ),
        migrations.AddField(
            model_name="work",
            name="topic",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="works", to="annotator.topic"
            ),
        ),
        migrations.AddField(
            model_name="topic",
            name="project",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="topics", to="annotator.project"
            ),
        ),
        migrations.AddField(
            model_name="summary",
            name="topic",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="summaries", to="annotator.topic"
            ),
        ),
        migrations.CreateModel(
            name="Assignment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("slot", models.CharField(blank=True, db_default="", default="", max_length=100)),
                ("due", models.DateField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "creator_name",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=150),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assignments",
                        to="annotator.membership",
                    ),
                ),
                (
                    "release",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assignments",
                        to="annotator.release",
                    ),
                ),
                (
                    "summary",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assignments",
                        to="annotator.summary",
                    ),
                ),
                (
                    "topic",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="assignments", to="annotator.topic"
                    ),
                ),
            ],
            options={
                "ordering": ["topic", "id"],
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
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="topic_roles",
                        to="annotator.membership",
                    ),
                ),
                (
                    "topic",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="roles", to="annotator.topic"
                    ),
                ),
            ],
            options={
                "ordering": ["topic", "role", "member"],
            },
        ),
        migrations.CreateModel(
            name="Unit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField()),
                ("position", models.PositiveIntegerField()),
                ("label", models.TextField(blank=True, default="")),
                ("comment", models.TextField(blank=True, default="")),
                (
                    "flags",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=10), blank=True, default=list, size=None
                    ),
                ),
                (
                    "annotation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="units", to="annotator.work"
                    ),
                ),
                (
                    "scu",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="units",
                        to="annotator.releasedscu",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
            },
        ),
        migrations.CreateModel(
            name="UnitPart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField()),
                ("position", models.PositiveIntegerField()),
                ("start", models.PositiveIntegerField()),
                ("end", models.PositiveIntegerField()),
                (
                    "annotation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="unit_parts", to="annotator.work"
                    ),
                ),
                (
                    "unit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="annotator.unit"
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
            },
        ),
        migrations.CreateModel(
            name="UsedId",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField()),
                (
                    "work",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="used_ids", to="annotator.work"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=100)),
                ("prefix", models.CharField(max_length=12)),
                ("hash", models.CharField(max_length=64, unique=True)),
                ("scope", models.CharField(choices=[("read", "Read"), ("write", "Read and write")], max_length=5)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="api_token_name_not_empty"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("scope__in", ["read", "write"])), name="api_token_scope_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("expires_at__gt", models.F("created_at"))), name="api_token_expires_later"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Edit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField()),
                ("group", models.UUIDField()),
                ("revision", models.PositiveIntegerField()),
                ("actor_name", models.CharField(blank=True, db_default="", default="", editable=False, max_length=150)),
                ("at", models.DateTimeField()),
                ("verb", models.CharField(max_length=30)),
                ("payload", models.JSONField()),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                (
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "work",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="edits", to="annotator.work"
                    ),
                ),
            ],
            options={
                "ordering": ["work", "revision"],
                "indexes": [
                    models.Index(fields=["work", "group"], name="edit_group_in_work"),
                    models.Index(
                        django.db.models.fields.json.KeyTextTransform("group", "payload"),
                        condition=models.Q(("verb__in", ["undo", "redo"])),
                        name="edit_turned_group",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("work", "revision"), name="edit_revision_once_in_work"),
                    models.UniqueConstraint(fields=("work", "uuid"), name="edit_uuid_once_in_work"),
                ],
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
                (
                    "work",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="decisions", to="annotator.work"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("work", "key"), name="decision_once_in_work")],
            },
        ),
        migrations.CreateModel(
            name="ConsensusSource",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("position", models.PositiveIntegerField()),
                ("revision", models.PositiveIntegerField()),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="+", to="annotator.work"
                    ),
                ),
                (
                    "work",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sources", to="annotator.work"
                    ),
                ),
            ],
            options={
                "ordering": ["work", "position"],
                "constraints": [
                    models.UniqueConstraint(fields=("work", "source"), name="consensus_source_once"),
                    models.UniqueConstraint(fields=("work", "position"), name="consensus_source_position_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField(default=uuid.uuid4)),
                ("at", models.DateTimeField()),
                ("text", models.TextField()),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="notes", to="annotator.membership"
                    ),
                ),
                (
                    "thread",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="annotator.notethread"
                    ),
                ),
            ],
            options={
                "ordering": ["at", "id"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("text", ""), _negated=True), name="note_not_empty"),
                    models.UniqueConstraint(fields=("author", "uuid"), name="note_once_for_author"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Part",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField()),
                ("position", models.PositiveIntegerField()),
                ("start", models.PositiveIntegerField()),
                ("end", models.PositiveIntegerField()),
                (
                    "contributor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="annotator.contributor"
                    ),
                ),
                (
                    "pyramid",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="annotator.work"
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                        fields=("pyramid", "uuid"),
                        name="part_uuid_once_in_pyramid",
                    ),
                    models.CheckConstraint(condition=models.Q(("start__lt", models.F("end"))), name="part_not_empty"),
                    django.contrib.postgres.constraints.ExclusionConstraint(
                        deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                        expressions=[
                            (
                                models.Func(
                                    models.F("contributor"),
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("contributor"), "+", models.Value(1)
                                    ),
                                    function="int8range",
                                    output_field=django.contrib.postgres.fields.ranges.BigIntegerRangeField(),
                                ),
                                "&&",
                            ),
                            (
                                models.Func(
                                    models.F("start"),
                                    models.F("end"),
                                    function="int4range",
                                    output_field=django.contrib.postgres.fields.ranges.IntegerRangeField(),
                                ),
                                "&&",
                            ),
                        ],
                        name="part_none_overlaps_in_contributor",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(fields=("project", "name"), name="membership_name_once_in_project"),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(fields=("project", "user"), name="membership_user_once_in_project"),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["manager", "annotator", "viewer"])), name="membership_role_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="membership_name_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("name__contains", "/"), _negated=True), name="membership_name_fits_an_address"
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("uses__lte", models.F("max_uses"))), name="invitation_not_used_too_often"
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["manager", "annotator", "viewer"])), name="invitation_role_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="importedfile",
            constraint=models.UniqueConstraint(fields=("project", "sha256"), name="imported_file_once_in_project"),
        ),
        migrations.AddConstraint(
            model_name="release",
            constraint=models.UniqueConstraint(fields=("pyramid", "number"), name="release_number_once_in_pyramid"),
        ),
        migrations.AddConstraint(
            model_name="release",
            constraint=models.CheckConstraint(
                condition=models.Q(("weight_source__in", ["summaries", "file"])), name="release_weight_source_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="releasedscu",
            constraint=models.UniqueConstraint(fields=("release", "uuid"), name="released_scu_uuid_once_in_release"),
        ),
        migrations.AddConstraint(
            model_name="releasedscu",
            constraint=models.UniqueConstraint(fields=("release", "uid"), name="released_scu_uid_once_in_release"),
        ),
        migrations.AddConstraint(
            model_name="absence",
            constraint=models.UniqueConstraint(
                fields=("annotation", "scu"), name="absence_once_for_annotation_and_scu"
            ),
        ),
        migrations.AddConstraint(
            model_name="scu",
            constraint=models.UniqueConstraint(fields=("pyramid", "uuid"), name="scu_uuid_once_in_pyramid"),
        ),
        migrations.AddConstraint(
            model_name="scu",
            constraint=models.UniqueConstraint(fields=("pyramid", "uid"), name="scu_uid_once_in_pyramid"),
        ),
        migrations.AddConstraint(
            model_name="scu",
            constraint=models.CheckConstraint(
                condition=models.Q(("flags__contained_by", ["unsure", "discuss"])), name="scu_flags_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="setaside",
            constraint=models.CheckConstraint(
                condition=models.Q(("start__lt", models.F("end"))), name="set_aside_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="setaside",
            constraint=django.contrib.postgres.constraints.ExclusionConstraint(
                deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                expressions=[
                    (
                        models.Func(
                            models.F("pyramid"),
                            django.db.models.expressions.CombinedExpression(models.F("pyramid"), "+", models.Value(1)),
                            function="int8range",
                            output_field=django.contrib.postgres.fields.ranges.BigIntegerRangeField(),
                        ),
                        "&&",
                    ),
                    (
                        models.Func(
                            models.F("summary"),
                            django.db.models.expressions.CombinedExpression(models.F("summary"), "+", models.Value(1)),
                            function="int8range",
                            output_field=django.contrib.postgres.fields.ranges.BigIntegerRangeField(),
                        ),
                        "&&",
                    ),
                    (
                        models.Func(
                            models.F("start"),
                            models.F("end"),
                            function="int4range",
                            output_field=django.contrib.postgres.fields.ranges.IntegerRangeField(),
                        ),
                        "&&",
                    ),
                ],
                name="set_aside_none_overlaps",
            ),
        ),
        migrations.AddConstraint(
            model_name="notethread",
            constraint=models.CheckConstraint(
                condition=models.Q(("summary__isnull", True), ("item__isnull", False), _connector="OR"),
                name="note_thread_on_a_contributor_of_an_scu",
            ),
        ),
        migrations.AddConstraint(
            model_name="contributor",
            constraint=models.UniqueConstraint(fields=("scu", "summary"), name="contributor_once_for_scu_and_summary"),
        ),
        migrations.AddConstraint(
            model_name="contributor",
            constraint=models.CheckConstraint(
                condition=models.Q(("flags__contained_by", ["unsure", "discuss"])), name="contributor_flags_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="work",
            constraint=models.UniqueConstraint(
                fields=("kind", "topic", "summary", "owner", "release", "slot"), name="work_once", nulls_distinct=False
            ),
        ),
        migrations.AddConstraint(
            model_name="work",
            constraint=models.UniqueConstraint(fields=("id", "kind"), name="work_of_a_kind"),
        ),
        migrations.AddConstraint(
            model_name="work",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["in_progress", "in_review", "submitted", "returned", "adjudicated"])),
                name="work_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="topic",
            constraint=models.UniqueConstraint(fields=("project", "key"), name="topic_key_once_in_project"),
        ),
        migrations.AddConstraint(
            model_name="topic",
            constraint=models.CheckConstraint(
                condition=models.Q(("key", ""), _negated=True), name="topic_key_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="topic",
            constraint=models.CheckConstraint(
                condition=models.Q(("key__contains", "/"), _negated=True), name="topic_key_fits_an_address"
            ),
        ),
        migrations.AddConstraint(
            model_name="summary",
            constraint=models.UniqueConstraint(
                fields=("topic", "kind", "summarizer"), name="summary_summarizer_once_in_topic_and_kind"
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
        migrations.AddConstraint(
            model_name="summary",
            constraint=models.UniqueConstraint(fields=("topic", "kind", "position"), name="summary_position_once"),
        ),
        migrations.AddConstraint(
            model_name="summary",
            constraint=models.UniqueConstraint(fields=("id", "topic"), name="summary_of_a_topic"),
        ),
        migrations.AddConstraint(
            model_name="summary",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["model", "peer"])), name="summary_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="summary",
            constraint=models.CheckConstraint(
                condition=models.Q(("length", django.db.models.functions.text.Length("text"))),
                name="summary_length_is_that_of_the_text",
            ),
        ),
        migrations.AddConstraint(
            model_name="summary",
            constraint=models.CheckConstraint(
                condition=models.Q(("summarizer", ""), _negated=True), name="summary_summarizer_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="summary",
            constraint=models.CheckConstraint(
                condition=models.Q(("summarizer__contains", "/"), _negated=True),
                name="summary_summarizer_fits_an_address",
            ),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.UniqueConstraint(
                fields=("kind", "topic", "summary", "member", "slot"), name="assignment_once", nulls_distinct=False
            ),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.CheckConstraint(
                condition=models.Q(("summary__isnull", False), ("release__isnull", True), _connector="OR"),
                name="assignment_release_is_for_a_summary",
            ),
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
        migrations.AddConstraint(
            model_name="unit",
            constraint=models.UniqueConstraint(fields=("annotation", "uuid"), name="unit_uuid_once_in_annotation"),
        ),
        migrations.AddConstraint(
            model_name="unit",
            constraint=models.CheckConstraint(
                condition=models.Q(("flags__contained_by", ["unsure", "partial", "discuss"])), name="unit_flags_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="unitpart",
            constraint=models.UniqueConstraint(
                deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                fields=("annotation", "uuid"),
                name="unit_part_uuid_once_in_annotation",
            ),
        ),
        migrations.AddConstraint(
            model_name="unitpart",
            constraint=models.CheckConstraint(
                condition=models.Q(("start__lt", models.F("end"))), name="unit_part_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="unitpart",
            constraint=django.contrib.postgres.constraints.ExclusionConstraint(
                deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                expressions=[
                    (
                        models.Func(
                            models.F("unit"),
                            django.db.models.expressions.CombinedExpression(models.F("unit"), "+", models.Value(1)),
                            function="int8range",
                            output_field=django.contrib.postgres.fields.ranges.BigIntegerRangeField(),
                        ),
                        "&&",
                    ),
                    (
                        models.Func(
                            models.F("start"),
                            models.F("end"),
                            function="int4range",
                            output_field=django.contrib.postgres.fields.ranges.IntegerRangeField(),
                        ),
                        "&&",
                    ),
                ],
                name="unit_part_none_overlaps_in_unit",
            ),
        ),
        migrations.AddConstraint(
            model_name="usedid",
            constraint=models.UniqueConstraint(fields=("work", "uuid"), name="used_id_once_in_work"),
        ),
    ]
