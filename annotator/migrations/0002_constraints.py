"""Adds what Django's models cannot express: composite foreign keys, and triggers that keep rows immutable."""

from django.db import migrations

# Rows may only be deleted with their whole project: the service that deletes it sets pyramidion.deleting_project for
# its transaction.
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
CREATE TRIGGER work_identity_immutable
    BEFORE UPDATE OF id, kind, topic_id, summary_id, owner_id, release_id, slot ON annotator_work
    FOR EACH ROW WHEN ((OLD.id, OLD.kind, OLD.topic_id, OLD.summary_id, OLD.owner_id, OLD.release_id, OLD.slot)
        IS DISTINCT FROM (NEW.id, NEW.kind, NEW.topic_id, NEW.summary_id, NEW.owner_id, NEW.release_id, NEW.slot))
    EXECUTE FUNCTION pyramidion_refuse_change();

-- The summary of a work belongs to the work's topic.
ALTER TABLE annotator_work ADD CONSTRAINT work_summary_is_of_its_topic
    FOREIGN KEY (summary_id, topic_id) REFERENCES annotator_summary (id, topic_id) DEFERRABLE INITIALLY DEFERRED;
-- A consensus and its sources are of the same kind.
ALTER TABLE annotator_consensussource ADD CONSTRAINT consensus_source_work_is_of_its_kind
    FOREIGN KEY (work_id, kind) REFERENCES annotator_work (id, kind) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE annotator_consensussource ADD CONSTRAINT consensus_source_is_of_its_kind
    FOREIGN KEY (source_id, kind) REFERENCES annotator_work (id, kind) DEFERRABLE INITIALLY DEFERRED;
"""

BACKWARD = """
ALTER TABLE annotator_consensussource DROP CONSTRAINT consensus_source_is_of_its_kind;
ALTER TABLE annotator_consensussource DROP CONSTRAINT consensus_source_work_is_of_its_kind;
ALTER TABLE annotator_work DROP CONSTRAINT work_summary_is_of_its_topic;
DROP TRIGGER work_identity_immutable ON annotator_work;
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
