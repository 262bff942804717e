"""Triggers for what must never change: the log, releases, and the text that offsets point into."""

from django.db import migrations

# A whole project may be deleted: its service says so for its own transaction, and nothing else can.
FORWARD = """
CREATE FUNCTION pyramidion_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('pyramidion.deleting_project', true) = 'on' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% rows of % are never changed or deleted', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER edit_append_only BEFORE UPDATE OR DELETE ON annotator_edit
    FOR EACH ROW EXECUTE FUNCTION pyramidion_refuse_change();
CREATE TRIGGER used_id_append_only BEFORE UPDATE OR DELETE ON annotator_usedid
    FOR EACH ROW EXECUTE FUNCTION pyramidion_refuse_change();
CREATE TRIGGER release_immutable BEFORE UPDATE OR DELETE ON annotator_release
    FOR EACH ROW EXECUTE FUNCTION pyramidion_refuse_change();
CREATE TRIGGER released_scu_immutable BEFORE UPDATE OR DELETE ON annotator_releasedscu
    FOR EACH ROW EXECUTE FUNCTION pyramidion_refuse_change();
CREATE TRIGGER summary_text_immutable BEFORE UPDATE OF text, length ON annotator_summary
    FOR EACH ROW WHEN (OLD.text IS DISTINCT FROM NEW.text OR OLD.length <> NEW.length)
    EXECUTE FUNCTION pyramidion_refuse_change();
"""

BACKWARD = """
DROP TRIGGER summary_text_immutable ON annotator_summary;
DROP TRIGGER released_scu_immutable ON annotator_releasedscu;
DROP TRIGGER release_immutable ON annotator_release;
DROP TRIGGER used_id_append_only ON annotator_usedid;
DROP TRIGGER edit_append_only ON annotator_edit;
DROP FUNCTION pyramidion_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("annotator", "0001_schema")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
