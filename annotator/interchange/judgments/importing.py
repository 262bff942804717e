"""Imports files of judgments and items into a project: each file whole or not at all."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from django.db import transaction

from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile, Repair
from annotator.interchange.judgments.item_rows import known_items
from annotator.interchange.judgments.new_extracts import add_system_extracts, judged_extracts
from annotator.interchange.judgments.new_lists import ListImport
from annotator.interchange.judgments.new_sheets import SheetImport
from annotator.interchange.judgments.new_texts import add_missing_texts
from annotator.interchange.judgments.report import JudgmentImportReport
from annotator.interchange.judgments.sources import Source
from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument, ItemList
from annotator.judgments.presets.base import Preset
from annotator.judgments.services.instruments import create_instrument, obstacles_to_opening
from annotator.projects.models import Membership, Project
from annotator.projects.permissions import check_manage
from annotator.texts.errors import FormatError
from annotator.web.refusals import ServiceRefused


@transaction.atomic
def import_judgments(
    *,
    project: Project,
    key: str,
    sources: Sequence[Source],
    now: datetime,
    preset: Preset | None = None,
    program_version: str = "",
    dry_run: bool = False,
    by: Membership | None = None,
) -> JudgmentImportReport:
    """Import the judgments and items of files into an instrument.

    ``key``: the instrument's; empty if the files have only items and texts. ``preset``: used to create the instrument
    if the project has none with this key. ``program_version``: if not empty, the judges are programs of this version,
    not people. ``by``: None for a command. Nothing is changed with ``dry_run`` or if no file can be imported.

    The report says what is wrong with each refused file. Raises NotAllowed unless ``by`` manages the project, and
    ServiceRefused if there is no instrument or it is closed.
    """
    if by is not None:
        check_manage(by.role)
    report = JudgmentImportReport()
    Project.objects.select_for_update().get(pk=project.pk)
    instrument, is_new = _instrument(project, key, preset) if key else (None, False)
    files_import = _FilesImport(project, instrument, program_version, now, is_new, [])
    for source in sources:
        try:
            content = source.read(files_import.items_for_next_file())
            with transaction.atomic():
                repairs, counts = files_import.write(source.name, content)
        except (FormatError, ServiceRefused) as error:
            report.refused.append({"file": source.name, "why": str(error)})
            continue
        report.files += 1
        for name, count in counts.items():
            setattr(report, name, getattr(report, name) + count)
        report.repairs += [{"file": source.name, **asdict(repair)} for repair in repairs]
    if is_new and instrument and not obstacles_to_opening(instrument):
        Instrument.objects.filter(pk=instrument.pk).update(state=Instrument.State.OPEN)
    if dry_run or not report.files:
        transaction.set_rollback(True)
    return report


def _instrument(project: Project, key: str, preset: Preset | None) -> tuple[Instrument, bool]:
    """Returns the instrument with this key, created from the preset if needed, and whether it is new.

    Raises ServiceRefused if the instrument is closed, or missing without a preset.
    """
    instrument = Instrument.objects.filter(project=project, key=key).first()
    if instrument is None:
        if preset is None:
            raise ServiceRefused(f"The project has no instrument “{key}”; name a preset to create it.")
        return create_instrument(project=project, key=key, name="", kind="", preset=preset, by=None), True
    if instrument.state == Instrument.State.CLOSED:
        raise ServiceRefused(f"The instrument “{key}” is closed and takes no judgments; a manager can open it again.")
    return instrument, False


@dataclass(slots=True)
class _FilesImport:
    """The import of files, one after the other. ``created_lists``: the primary keys of the lists created so far."""

    project: Project
    instrument: Instrument | None
    program_version: str
    now: datetime
    is_new: bool
    created_lists: list[int]

    def items_for_next_file(self) -> list[ItemRow]:
        """Returns the items that the judgments of the next file must be about."""
        if self.instrument is None:
            return []
        return known_items(self.instrument, created=self.created_lists, with_last=not self.is_new)

    def write(self, name: str, content: JudgmentFile) -> tuple[list[Repair], Counter[str]]:
        """Write the content of a file. Returns its repairs and the counts of created rows. Raises ServiceRefused."""
        texts = add_missing_texts(self.project, content)
        lists = ListImport(self.project, name)
        lists.run(content.items, sources=self._item_sources())
        repairs, counts = [*content.repairs, *texts, *lists.repairs], lists.counts
        if extract_rows := judged_extracts(self.instrument, content):
            content = replace(content, rows=(*content.rows, *extract_rows))
        else:
            notes, extracts = add_system_extracts(self.project, content, file_name=name)
            repairs, counts = [*repairs, *notes], counts + extracts
        if content.rows and self.instrument is None:
            raise ServiceRefused("The file has judgments: name the instrument that they belong to.")
        if self.instrument is not None:
            sheets = SheetImport(self.instrument, name, self.program_version, self.now)
            sheets.run(content)
            counts += sheets.counts
        self.created_lists += lists.created
        return repairs, counts

    def _item_sources(self) -> list[str]:
        """The kinds of items (`ItemList.Source`) that the instrument needs; all kinds if there is no instrument."""
        if self.instrument is None:
            return list(ItemList.Source.values)
        kind = instrument_kind(self.instrument.kind)
        return [kind.list_source, *([ItemList.Source.PEER_SENTENCES] if kind.marks == "sentences" else [])]
