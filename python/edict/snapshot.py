"""A state of a batch that Node keeps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, eq=False)
class Snapshot:
    """All instances of a batch as they were; its memory is Node's, until it is released or the batch is closed."""

    #: Bytes that it takes.
    bytes: int
    _number: int = field(repr=False)
    #: Of the batch that it is of, which it does not keep alive.
    _mark: object = field(repr=False)

    def __reduce__(self) -> Any:
        raise TypeError("an edict.Snapshot belongs to the batch that it is of and cannot be pickled; take the bytes of save() along instead")
