"""What is checked of options, of batches and of what hands them on."""

from __future__ import annotations

import operator
import os
from typing import Any

from .errors import error


def batch_options(*, instances: Any, autoreset: Any, seats: Any, opponents: Any, masked: Any, workers: Any, together: Any, record: Any) -> dict[str, Any]:
    """Options of a batch as the bridge takes them.

    Raises:
        EdictError: ``bad-option``.
    """
    options = {
        "instances": whole("instances", instances, 1),
        "autoreset": one_of("autoreset", autoreset, ("next-step", "same-step", "disabled")),
        "seats": one_of("seats", seats, ("all", "first")),
        "opponents": one_of("opponents", opponents, ("random", "script")),
        "masked": one_of("masked", masked, ("refuse", "ignore")),
        "workers": whole("workers", workers, 0),
        "record": bool(record),
    }
    if together is not None:
        options["together"] = whole("together", together, 1)
    return options


def options_of_log(log: Any) -> dict[str, Any]:
    """What the batch of a log was made with.

    Raises:
        EdictError: ``bad-log``.
    """
    try:
        told = log["options"]
        return {name: told[name] for name in ("instances", "autoreset", "seats", "opponents", "masked")}
    except (TypeError, KeyError):
        raise error("bad-log", "the argument is not a log of a batch; give what log() returned") from None


def name_of(environment: str | os.PathLike[str]) -> str:
    """The name of an environment, or the whole path of a scenario file."""
    if isinstance(environment, str):
        return environment
    try:
        # A path is one, even if it looks like a name.
        return os.path.abspath(os.fspath(environment))
    except TypeError:
        raise error("bad-option", f"the environment is {environment!r}, expected the name of one or the path of a scenario file") from None


def whole(name: str, given: Any, least: int) -> int:
    """The whole number that is given."""
    try:
        number = operator.index(given)
    except TypeError:
        number = least - 1
    if isinstance(given, bool) or number < least:
        raise error("bad-option", f"{name} is {given!r}, expected a whole number from {least} on", name)
    return number


def one_of(name: str, given: Any, known: tuple[str, ...]) -> str:
    """The one of some names that is given."""
    if given not in known:
        raise error("bad-option", f"{name} is {given!r}, expected one of {', '.join(map(repr, known))}", name)
    return given


def refuse_taken(options: dict[str, Any], taken: tuple[str, ...]) -> None:
    """Refuses options that whoever hands them on decides itself.

    Raises:
        EdictError: ``bad-option``.
    """
    for name in taken:
        if name in options:
            raise error("bad-option", f"the option {name!r} is decided already and cannot be given; use edict.Batch for it", name)
