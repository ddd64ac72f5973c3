"""What is checked of options that are handed on to batches."""

from __future__ import annotations

from typing import Any

from .errors import error


def refuse_taken(options: dict[str, Any], taken: tuple[str, ...]) -> None:
    """Refuses options that whoever hands them on decides itself.

    Raises:
        EdictError: ``bad-option``.
    """
    for name in taken:
        if name in options:
            raise error("bad-option", f"the option {name!r} is decided already and cannot be given; use edict.Batch for it", name)
