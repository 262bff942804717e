"""Documents of topics, instruments, item lists, sheets of judgments, and extracts."""

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import BigIntegerRangeField, IntegerRangeField
from django.db import migrations, models
from django.db.models.functions import Coalesce, Length
from django.db.models.lookups import Exact

from annotator.judgments.models.instruments import new_seed
from annotator.projects.columns import opaque_id

# Items must not change once a sheet or an extract refers to their list, nor what a sheet was asked once it exists. Rows
# may be deleted with their whole project (see 0002_constraints), and are restored from a backup in any order.
TRIGGERS = """
CREATE FUNCTION pyramidion_keep_pinned_items() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    pinned bigint;
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('pyramidion.deleting_project', true) = 'on'
        OR TG_OP = 'INSERT' AND current_setting('pyramidion.restoring_backup', true) = 'on' THEN
        RETURN coalesce(NEW, OLD);
    END IF;
    IF TG_TABLE_NAME = 'annotator_itemlist' THEN
        pinned := OLD.id;
    ELSIF TG_OP = 'INSERT' THEN
        pinned := NEW.list_id;
    ELSE
        pinned := OLD.list_id;
    END IF;
    IF EXISTS (SELECT FROM annotator_sheet s WHERE s.items_id = pinned)
        OR EXISTS (SELECT FROM annotator_sheet s WHERE s.sentences_id = pinned)
        OR EXISTS (SELECT FROM annotator_extract e WHERE e.items_id = pinned) THEN
        RAISE EXCEPTION 'list % is in use, so % of rows of % is refused', pinned, TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER item_list_immutable BEFORE UPDATE OR DELETE ON annotator_itemlist
    FOR EACH ROW EXECUTE FUNCTION pyramidion_keep_pinned_items();
CREATE TRIGGER item_immutable BEFORE INSERT OR UPDATE OR DELETE ON annotator_item
    FOR EACH ROW EXECUTE FUNCTION pyramidion_keep_pinned_items();

CREATE FUNCTION pyramidion_keep_used_questions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    asked bigint;
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('pyramidion.deleting_project', true) = 'on'
        OR TG_OP = 'INSERT' AND current_setting('pyramidion.restoring_backup', true) = 'on' THEN
        RETURN coalesce(NEW, OLD);
    END IF;
    IF TG_TABLE_NAME = 'annotator_instrument' THEN
        asked := OLD.id;
    ELSIF TG_OP = 'INSERT' THEN
        asked := NEW.instrument_id;
    ELSE
        asked := OLD.instrument_id;
    END IF;
    IF EXISTS (SELECT FROM annotator_sheet s WHERE s.instrument_id = asked) THEN
        RAISE EXCEPTION 'instrument % has sheets, so % of rows of % is refused', asked, TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER question_immutable BEFORE INSERT OR UPDATE OR DELETE ON annotator_question
    FOR EACH ROW EXECUTE FUNCTION pyramidion_keep_used_questions();
CREATE TRIGGER instrument_immutable
    BEFORE UPDATE OF id, project_id, key, kind, against, seed, size, size_unit, every_value ON annotator_instrument
    FOR EACH ROW WHEN (
        (OLD.id, OLD.project_id, OLD.key, OLD.kind, OLD.against, OLD.seed, OLD.size, OLD.size_unit, OLD.every_value)
        IS DISTINCT FROM
        (NEW.id, NEW.project_id, NEW.key, NEW.kind, NEW.against, NEW.seed, NEW.size, NEW.size_unit, NEW.every_value))
    EXECUTE FUNCTION pyramidion_keep_used_questions();
CREATE TRIGGER document_text_immutable BEFORE UPDATE OF text, length ON annotator_document
    FOR EACH ROW WHEN (OLD.text IS DISTINCT FROM NEW.text OR OLD.length <> NEW.length)
    EXECUTE FUNCTION pyramidion_refuse_change();
"""

NO_TRIGGERS = """
DROP TRIGGER document_text_immutable ON annotator_document;
DROP TRIGGER instrument_immutable ON annotator_instrument;
DROP TRIGGER question_immutable ON annotator_question;
DROP FUNCTION pyramidion_keep_used_questions();
DROP TRIGGER item_immutable ON annotator_item;
DROP TRIGGER item_list_immutable ON annotator_itemlist;
DROP FUNCTION pyramidion_keep_pinned_items();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0006_account_invitations"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Document",
            fields=[
                ("id", models.BigIntegerField(default=opaque_id, editable=False, primary_key=True, serialize=False)),
                ("key", models.CharField(max_length=100)),
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
                "ordering": ["topic", "position", "id"],
            },
        ),
        migrations.CreateModel(
            name="Extract",
            fields=[
                ("id", models.BigIntegerField(default=opaque_id, editable=False, primary_key=True, serialize=False)),
                ("summarizer", models.CharField(max_length=100)),
                ("label", models.CharField(blank=True, default="", max_length=40)),
                ("file_name", models.CharField(blank=True, default="", max_length=255)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["items", "summarizer", "label"],
            },
        ),
        migrations.CreateModel(
            name="ExtractedItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ["extract", "position"],
            },
        ),
        migrations.CreateModel(
            name="Instrument",
            fields=[
                ("id", models.BigIntegerField(default=opaque_id, editable=False, primary_key=True, serialize=False)),
                ("key", models.SlugField(max_length=60)),
                ("name", models.CharField(max_length=200)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("rating", "Rating"),
                            ("coverage", "Coverage"),
                            ("utility", "Utility"),
                            ("extract", "Extract"),
                            ("presence", "Presence"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("draft", "Draft"), ("open", "Open"), ("closed", "Closed")],
                        default="draft",
                        max_length=6,
                    ),
                ),
                ("guidelines", models.TextField(blank=True, default="")),
                ("shows_statement", models.BooleanField(default=True)),
                ("shows_models", models.BooleanField(default=False)),
                ("shows_documents", models.BooleanField(default=False)),
                (
                    "subjects",
                    models.CharField(
                        choices=[("peers", "Peers"), ("summaries", "Peers and model summaries")],
                        default="peers",
                        max_length=10,
                    ),
                ),
                (
                    "walk",
                    models.CharField(
                        choices=[
                            ("summary", "All questions about a summary, then the next summary"),
                            ("question", "One question about all summaries, then the next question"),
                        ],
                        default="summary",
                        max_length=10,
                    ),
                ),
                ("every_value", models.BooleanField(default=False)),
                ("blind", models.BooleanField(default=True)),
                ("by_assignment", models.BooleanField(default=False)),
                (
                    "against",
                    models.CharField(
                        choices=[
                            ("own", "The judge’s own model summary"),
                            ("all", "All model summaries"),
                            ("assigned", "The assigned model summaries"),
                        ],
                        default="own",
                        max_length=10,
                    ),
                ),
                ("size", models.PositiveIntegerField(null=True)),
                (
                    "size_unit",
                    models.CharField(
                        choices=[("sentences", "Sentences"), ("percent", "Percent of the sentences")],
                        default="sentences",
                        max_length=10,
                    ),
                ),
                ("seed", models.CharField(default=new_seed, editable=False, max_length=32)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["project", "created_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="Item",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("start", models.PositiveIntegerField(null=True)),
                ("end", models.PositiveIntegerField(null=True)),
                ("weight", models.PositiveIntegerField(null=True)),
                (
                    "importance",
                    models.CharField(choices=[("vital", "Vital"), ("okay", "Okay")], max_length=5, null=True),
                ),
                ("heading", models.CharField(blank=True, default="", max_length=300)),
                ("judged", models.BooleanField(default=True)),
            ],
            options={
                "ordering": ["list", "position"],
            },
        ),
        migrations.CreateModel(
            name="ItemList",
            fields=[
                ("id", models.BigIntegerField(default=opaque_id, editable=False, primary_key=True, serialize=False)),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("model_units", "Units of a model summary"),
                            ("peer_sentences", "Sentences of a summary"),
                            ("document_sentences", "Sentences of the documents"),
                            ("statements", "Statements"),
                        ],
                        max_length=20,
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(blank=True, default="", max_length=200)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "creator_name",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=150),
                ),
                ("file_name", models.CharField(blank=True, default="", max_length=255)),
            ],
            options={
                "ordering": ["topic", "source", "summary", "number"],
            },
        ),
        migrations.CreateModel(
            name="Judgment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("value", models.PositiveSmallIntegerField(null=True)),
                ("skipped", models.BooleanField(default=False)),
                ("comment", models.TextField(blank=True, default="")),
            ],
            options={
                "ordering": ["sheet", "question__position", "item__position"],
            },
        ),
        migrations.CreateModel(
            name="Mark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
        ),
        migrations.CreateModel(
            name="Question",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.SlugField(max_length=40)),
                ("position", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=200)),
                ("text", models.TextField(blank=True, default="")),
                ("per", models.CharField(choices=[("item", "Of each item"), ("sheet", "Once a sheet")], max_length=5)),
                ("minimum", models.PositiveSmallIntegerField()),
                ("maximum", models.PositiveSmallIntegerField()),
                ("step", models.PositiveSmallIntegerField(default=1)),
                ("labels", models.JSONField(default=dict)),
                ("anchors", models.JSONField(default=dict)),
                ("optional", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["instrument", "position"],
            },
        ),
        migrations.CreateModel(
            name="Sheet",
            fields=[
                (
                    "work",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="sheet",
                        serialize=False,
                        to="annotator.work",
                    ),
                ),
                ("file_name", models.CharField(blank=True, default="", max_length=255)),
            ],
        ),
        migrations.AddField(
            model_name="membership",
            name="kind",
            field=models.CharField(
                choices=[("person", "Person"), ("program", "Program")],
                db_default="person",
                default="person",
                editable=False,
                max_length=7,
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="version",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=100),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["person", "program"])), name="membership_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "person"), ("version", "")),
                    models.Q(("kind", "program"), ("user__isnull", True)),
                    _connector="OR",
                ),
                name="membership_of_a_program_has_no_account",
            ),
        ),
        migrations.AddField(
            model_name="document",
            name="topic",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="documents", to="annotator.topic"),
        ),
        migrations.AddField(
            model_name="extract",
            name="summary",
            field=models.ForeignKey(
                null=True, on_delete=models.RESTRICT, related_name="extracts", to="annotator.summary"
            ),
        ),
        migrations.AddField(
            model_name="extracteditem",
            name="extract",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="extracted_items", to="annotator.extract"),
        ),
        migrations.AddField(
            model_name="instrument",
            name="project",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="instruments", to="annotator.project"),
        ),
        migrations.AddField(
            model_name="item",
            name="document",
            field=models.ForeignKey(
                null=True, on_delete=models.RESTRICT, related_name="items", to="annotator.document"
            ),
        ),
        migrations.AddField(
            model_name="item",
            name="scu",
            field=models.ForeignKey(
                null=True, on_delete=models.RESTRICT, related_name="items", to="annotator.releasedscu"
            ),
        ),
        migrations.AddField(
            model_name="item",
            name="source_summary",
            field=models.ForeignKey(
                null=True, on_delete=models.RESTRICT, related_name="statements", to="annotator.summary"
            ),
        ),
        migrations.AddField(
            model_name="extracteditem",
            name="item",
            field=models.ForeignKey(on_delete=models.RESTRICT, related_name="extracted_items", to="annotator.item"),
        ),
        migrations.AddField(
            model_name="itemlist",
            name="created_by",
            field=models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name="itemlist",
            name="release",
            field=models.ForeignKey(
                null=True, on_delete=models.RESTRICT, related_name="item_lists", to="annotator.release"
            ),
        ),
        migrations.AddField(
            model_name="itemlist",
            name="summary",
            field=models.ForeignKey(
                null=True, on_delete=models.RESTRICT, related_name="item_lists", to="annotator.summary"
            ),
        ),
        migrations.AddField(
            model_name="itemlist",
            name="topic",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="item_lists", to="annotator.topic"),
        ),
        migrations.AddField(
            model_name="item",
            name="list",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="items", to="annotator.itemlist"),
        ),
        migrations.AddField(
            model_name="extract",
            name="items",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="extracts", to="annotator.itemlist"),
        ),
        migrations.AddField(
            model_name="judgment",
            name="item",
            field=models.ForeignKey(
                null=True, on_delete=models.RESTRICT, related_name="judgments", to="annotator.item"
            ),
        ),
        migrations.AddField(
            model_name="mark",
            name="item",
            field=models.ForeignKey(on_delete=models.RESTRICT, related_name="marks", to="annotator.item"),
        ),
        migrations.AddField(
            model_name="mark",
            name="judgment",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="marks", to="annotator.judgment"),
        ),
        migrations.AddField(
            model_name="question",
            name="instrument",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="questions", to="annotator.instrument"),
        ),
        migrations.AddField(
            model_name="judgment",
            name="question",
            field=models.ForeignKey(on_delete=models.RESTRICT, related_name="judgments", to="annotator.question"),
        ),
        migrations.AddField(
            model_name="sheet",
            name="instrument",
            field=models.ForeignKey(on_delete=models.RESTRICT, related_name="sheets", to="annotator.instrument"),
        ),
        migrations.AddField(
            model_name="sheet",
            name="items",
            field=models.ForeignKey(
                null=True, on_delete=models.RESTRICT, related_name="sheets", to="annotator.itemlist"
            ),
        ),
        migrations.AddField(
            model_name="sheet",
            name="sentences",
            field=models.ForeignKey(
                null=True, on_delete=models.RESTRICT, related_name="marked_sheets", to="annotator.itemlist"
            ),
        ),
        migrations.AddField(
            model_name="judgment",
            name="sheet",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="judgments", to="annotator.sheet"),
        ),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.UniqueConstraint(fields=("topic", "key"), name="document_key_once_in_topic"),
        ),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.UniqueConstraint(fields=("topic", "position"), name="document_position_once_in_topic"),
        ),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.CheckConstraint(
                condition=models.Q(("length", Length("text"))), name="document_length_is_that_of_the_text"
            ),
        ),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.CheckConstraint(
                condition=models.Q(("key", ""), _negated=True), name="document_key_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.CheckConstraint(
                condition=models.Q(("key__contains", "/"), _negated=True), name="document_key_fits_an_address"
            ),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.UniqueConstraint(fields=("project", "key"), name="instrument_key_once_in_project"),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["rating", "coverage", "utility", "extract", "presence"])),
                name="instrument_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["draft", "open", "closed"])), name="instrument_state_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.CheckConstraint(
                condition=models.Q(("subjects__in", ["peers", "summaries"])), name="instrument_subjects_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.CheckConstraint(
                condition=models.Q(("walk__in", ["summary", "question"])), name="instrument_walk_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.CheckConstraint(
                condition=models.Q(("against__in", ["own", "all", "assigned"])), name="instrument_against_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.CheckConstraint(
                condition=models.Q(("size_unit__in", ["sentences", "percent"])), name="instrument_size_unit_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("size__isnull", True), models.Q(("kind", "extract"), ("size__gt", 0)), _connector="OR"
                ),
                name="instrument_size_is_of_an_extract",
            ),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "extract"), _negated=True),
                    ("state", "draft"),
                    ("size__isnull", False),
                    _connector="OR",
                ),
                name="instrument_open_extract_has_a_size",
            ),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("size__isnull", True), ("size_unit", "sentences"), ("size__lte", 100), _connector="OR"
                ),
                name="instrument_size_is_at_most_100_percent",
            ),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.CheckConstraint(
                condition=models.Q(("key", ""), _negated=True), name="instrument_key_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.CheckConstraint(
                condition=models.Q(("seed", ""), _negated=True), name="instrument_seed_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="extracteditem",
            constraint=models.UniqueConstraint(fields=("extract", "item"), name="extracted_item_once_in_extract"),
        ),
        migrations.AddConstraint(
            model_name="extracteditem",
            constraint=models.UniqueConstraint(
                fields=("extract", "position"), name="extracted_position_once_in_extract"
            ),
        ),
        migrations.AddConstraint(
            model_name="itemlist",
            constraint=models.UniqueConstraint(
                fields=("topic", "source", "summary", "number"), name="item_list_number_once", nulls_distinct=False
            ),
        ),
        migrations.AddConstraint(
            model_name="itemlist",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("source__in", ["model_units", "peer_sentences", "document_sentences", "statements"])
                ),
                name="itemlist_source_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="itemlist",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("source__in", ["model_units", "peer_sentences"]), ("summary__isnull", False)),
                    models.Q(("source__in", ["document_sentences", "statements"]), ("summary__isnull", True)),
                    _connector="OR",
                ),
                name="item_list_of_a_summary_names_it",
            ),
        ),
        migrations.AddConstraint(
            model_name="itemlist",
            constraint=models.CheckConstraint(
                condition=models.Q(("release__isnull", True), ("source", "statements"), _connector="OR"),
                name="item_list_release_is_of_statements",
            ),
        ),
        migrations.AddConstraint(
            model_name="item",
            constraint=models.UniqueConstraint(fields=("list", "position"), name="item_position_once_in_list"),
        ),
        migrations.AddConstraint(
            model_name="item",
            constraint=models.UniqueConstraint(fields=("list", "key"), name="item_key_once_in_list"),
        ),
        migrations.AddConstraint(
            model_name="item",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__gte", 1)), name="item_position_counts_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="item",
            constraint=models.CheckConstraint(
                condition=models.Q(("key", ""), _negated=True), name="item_key_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="item",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("end__isnull", True), ("start__isnull", True)),
                    models.Q(("end__gt", models.F("start")), ("start__isnull", False)),
                    _connector="OR",
                ),
                name="item_span_not_empty",
            ),
        ),
        migrations.AddConstraint(
            model_name="item",
            constraint=models.CheckConstraint(
                condition=models.Q(("document__isnull", True), ("start__isnull", False), _connector="OR"),
                name="item_of_a_document_has_a_span",
            ),
        ),
        migrations.AddConstraint(
            model_name="item",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("importance__isnull", True), ("importance__in", ["vital", "okay"]), _connector="OR"
                ),
                name="item_importance_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="item",
            constraint=ExclusionConstraint(
                condition=models.Q(("start__isnull", False)),
                deferrable=models.Deferrable.DEFERRED,
                expressions=[
                    (
                        models.Func(
                            models.F("list"),
                            models.F("list") + models.Value(1),
                            function="int8range",
                            output_field=BigIntegerRangeField(),
                        ),
                        "&&",
                    ),
                    (
                        models.Func(
                            Coalesce(models.F("document"), models.Value(0)),
                            Coalesce(models.F("document"), models.Value(0)) + models.Value(1),
                            function="int8range",
                            output_field=BigIntegerRangeField(),
                        ),
                        "&&",
                    ),
                    (
                        models.Func(
                            models.F("start"), models.F("end"), function="int4range", output_field=IntegerRangeField()
                        ),
                        "&&",
                    ),
                ],
                name="item_none_overlaps_in_list",
            ),
        ),
        migrations.AddConstraint(
            model_name="extract",
            constraint=models.UniqueConstraint(fields=("items", "summarizer", "label"), name="extract_once_in_list"),
        ),
        migrations.AddConstraint(
            model_name="extract",
            constraint=models.CheckConstraint(
                condition=models.Q(("summarizer", ""), _negated=True), name="extract_summarizer_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="mark",
            constraint=models.UniqueConstraint(fields=("judgment", "item"), name="mark_once_in_judgment"),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.UniqueConstraint(fields=("instrument", "key"), name="question_key_once_in_instrument"),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.UniqueConstraint(
                fields=("instrument", "position"), name="question_position_once_in_instrument"
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(
                condition=models.Q(("per__in", ["item", "sheet"])), name="question_per_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(
                condition=models.Q(("maximum__lte", 100), ("minimum__lt", models.F("maximum"))),
                name="question_scale_is_within_0_to_100",
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(condition=models.Q(("step__gte", 1)), name="question_step_is_positive"),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(
                condition=Exact((models.F("maximum") - models.F("minimum")) % models.F("step"), 0),
                name="question_steps_lead_to_the_maximum",
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(
                condition=models.Q(("key", ""), _negated=True), name="question_key_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="judgment",
            constraint=models.UniqueConstraint(
                fields=("sheet", "question", "item"), name="judgment_once_in_sheet", nulls_distinct=False
            ),
        ),
        migrations.AddConstraint(
            model_name="judgment",
            constraint=models.CheckConstraint(
                condition=models.Q(("value__isnull", True), ("value__lte", 100), _connector="OR"),
                name="judgment_value_0_to_100",
            ),
        ),
        migrations.AddConstraint(
            model_name="judgment",
            constraint=models.CheckConstraint(
                condition=models.Q(("skipped", False), ("value__isnull", True), _connector="OR"),
                name="judgment_skipped_has_no_value",
            ),
        ),
        migrations.RunSQL(TRIGGERS, NO_TRIGGERS),
    ]
