"""The one error that Edict raises on purpose."""

from __future__ import annotations


class EdictError(Exception):
    """What went wrong, said so that it can be mended.

    ``message`` starts with ``edict: `` and says in one sentence what is, what was expected and what to do. ``code`` is
    stable and meant for programs; ``culprit`` names the rule, object or file at fault, where there is one.
    """

    def __init__(self, code: str, message: str, culprit: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.culprit = culprit

    def __reduce__(self):
        # Errors cross processes, and the arguments of the base class are not those of this one.
        return (type(self), (self.code, self.message, self.culprit))


def error(code: str, message: str, culprit: str | None = None) -> EdictError:
    """An error with the name of the library before its message."""
    return EdictError(code, f"edict: {message}", culprit)
