"""A folder on a disk of limited size, where the machine lets us mount one."""

import os
import subprocess
from contextlib import suppress
from pathlib import Path

CHUNK = 1024 * 1024


class Disk:
    """Mounts a file as a disk (ext4), else memory (tmpfs), on `folder`; `without` says why there is neither."""

    def __init__(self, folder: Path, megabytes: int, *, in_memory: bool = False) -> None:
        self.folder = folder
        self.kind = "the machine's own disk"
        self.without = ""
        self._image = folder.with_name(f"{folder.name}.image")
        self._filler = folder / "filler"
        folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() != 0:
            self.without = "only root may mount a disk of limited size"
        elif not in_memory and self._mounted_file(megabytes):
            self.kind = f"a disk of {megabytes} MB (ext4 in a file)"
        elif _runs("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)):
            self.kind = f"a disk of {megabytes} MB in memory (tmpfs)"
        else:
            self.without = "this machine lets nobody mount a disk of limited size"

    def fill(self) -> int:
        """Takes what is left; how many bytes that was."""
        taken = 0
        with self._filler.open("wb", buffering=0) as file, suppress(OSError):
            for size in (CHUNK, 4096, 1):
                with suppress(OSError):
                    while written := file.write(bytes(size)):
                        taken += written
        return taken

    def free(self) -> None:
        """Gives it back."""
        self._filler.unlink(missing_ok=True)

    def remove(self) -> None:
        """Takes the disk away with all that is on it."""
        if not self.without:
            _runs("umount", str(self.folder)) or _runs("umount", "--lazy", str(self.folder))
        self._image.unlink(missing_ok=True)

    def _mounted_file(self, megabytes: int) -> bool:
        with self._image.open("wb") as file:
            file.truncate(megabytes * 1024 * 1024)
        made = _runs("mkfs.ext4", "-q", "-m", "0", str(self._image))
        return made and _runs("mount", "-o", "loop", str(self._image), str(self.folder))


def _runs(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False
