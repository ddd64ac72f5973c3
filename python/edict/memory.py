"""Files that two processes share and nobody else ever sees: they have no name, so nothing of them is left when both have ended, however that was."""

from __future__ import annotations

import mmap
import os
import tempfile
from typing import IO

from .errors import error

#: In memory where there is such a folder, else in the folder for temporary files.
MEMORY = "/dev/shm"


def folders() -> list[str]:
    """Folders that shared files may be in, the best first."""
    temporary = tempfile.gettempdir()
    return [folder for folder in dict.fromkeys((MEMORY, temporary)) if os.path.isdir(folder)]


class SharedFiles:
    """Empty files without names, one in each folder that can hold shared memory; one of them is made as large as is needed later.

    Both sides must have them open before anybody knows how large they must be.
    """

    def __init__(self) -> None:
        self._files: list[tuple[str, IO[bytes]]] = []
        for folder in folders():
            file = _open(folder)
            if file is not None:
                self._files.append((folder, file))

    def numbers(self) -> list[int]:
        """File descriptors, to be handed to the other side."""
        return [file.fileno() for _, file in self._files]

    def allocate(self, size: int) -> tuple[int, mmap.mmap]:
        """Makes one of the files so many bytes long, all of them there; gives its file descriptor and the memory.

        Raises EdictError ``no-memory`` where no folder has room; nothing is taken then.
        """
        refusals: list[str] = []
        for folder, file in self._files:
            try:
                _reserve(file.fileno(), size)
                return file.fileno(), mmap.mmap(file.fileno(), size)
            except OSError as reason:
                os.ftruncate(file.fileno(), 0)
                refusals.append(f"{folder}: {reason.strerror or reason}")
            except _NoRoom as reason:
                refusals.append(f"{folder}: {reason}")
        raise error("no-memory", f"the views take {size} bytes of shared memory, and there is no room for them ({'; '.join(refusals)}); ask for fewer instances or make room there")

    def close(self) -> None:
        """Lets go of the files; what is mapped stays as long as it is used."""
        for _, file in self._files:
            file.close()
        self._files.clear()


class _NoRoom(Exception):
    pass


def _open(folder: str) -> IO[bytes] | None:
    """A file without a name, if the folder can have one that can be mapped."""
    try:
        file = tempfile.TemporaryFile(prefix="edict-", dir=folder, buffering=0)
    except OSError:
        return None
    try:
        os.ftruncate(file.fileno(), mmap.PAGESIZE)
        mmap.mmap(file.fileno(), mmap.PAGESIZE).close()
        os.ftruncate(file.fileno(), 0)
    except OSError:
        file.close()
        return None
    return file


def _reserve(number: int, size: int) -> None:
    # Asked first, because reserving may fill a whole disk before it finds that this is not enough.
    status = os.fstatvfs(number)
    if status.f_blocks > 0:
        free = status.f_bavail * status.f_frsize
        if free < size:
            raise _NoRoom(f"{free} bytes are free")
    os.ftruncate(number, size)
    if hasattr(os, "posix_fallocate"):
        # Else a page that is not there would be found out by a signal in the middle of a step.
        os.posix_fallocate(number, 0, size)


