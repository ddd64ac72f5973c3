"""The Node process behind a batch: it lives as long as somebody here may speak to it, and no longer."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import weakref

from .errors import EdictError, error

#: Seconds that Node has to end by itself when nobody speaks to it any more.
PATIENCE = 2.0

#: Of what Node printed before it died, so much is told.
LAST_WORDS = 4000

_processes: "weakref.WeakSet[Process]" = weakref.WeakSet()


class Process:
    """A Node process that serves a bridge, and the two ends of the channel to it.

    ``reader`` and ``writer`` are file descriptors, of two pipes or both of one socket. Node ends when it finds nobody at
    the other end, so the kernel sees to it that it does not outlive this process.
    """

    def __init__(self, node: str, bridge: str, files: list[int], through_socket: bool) -> None:
        if os.name != "posix":
            raise error("no-platform", f"batches need file descriptors that a child process inherits, which {sys.platform} does not have; use Linux or macOS (on Windows: WSL)")
        self._owner = os.getpid()
        self._words = tempfile.TemporaryFile(prefix="edict-")
        if through_socket:
            mine, other = (end.detach() for end in socket.socketpair())
            theirs = [other]
            self.reader = self.writer = mine
            ends = [other, other]
        else:
            commands, self.writer = os.pipe()
            self.reader, answers = os.pipe()
            theirs = ends = [commands, answers]
        self._finish: weakref.finalize | None = None
        _processes.add(self)
        try:
            self._node = subprocess.Popen(
                [node, bridge, *map(str, ends)],
                stdin=subprocess.DEVNULL,
                stdout=self._words,
                stderr=self._words,
                pass_fds=[*ends, *files],
            )
        except OSError as reason:
            self._close_ends()
            raise error("no-node", f"{node} cannot be started ({reason.strerror}); name the executable of Node 20.19 or newer", node) from None
        finally:
            for number in theirs:
                os.close(number)
        self._finish = weakref.finalize(self, _finish, self._owner, self._node, {self.reader, self.writer}, self._words)

    @property
    def pid(self) -> int:
        return self._node.pid

    @property
    def is_foreign(self) -> bool:
        """Whether it is the child of another process: this one was forked from that."""
        return os.getpid() != self._owner

    def end(self) -> None:
        """Ends Node and waits until it is gone; any number of times."""
        if self._finish is not None:
            self._finish()

    def death(self) -> EdictError:
        """What to raise when Node no longer answers. Ends it for good."""
        try:
            status = self._node.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._node.kill()
            status = self._node.wait()
        words = self._last_words()
        self.end()
        how = f"by signal {_signal_name(-status)}" if status < 0 else f"with exit status {status}"
        said = f"its last words: {words}" if words else _silence.get(-status, "it said nothing")
        return error("bridge-died", f"the Node process of this batch has ended {how}, and the batch with it; {said}")

    def _last_words(self) -> str:
        size = self._words.seek(0, os.SEEK_END)
        self._words.seek(max(0, size - LAST_WORDS))
        words = self._words.read().decode("utf-8", "replace").strip()
        # What follows it are addresses, which help nobody.
        fatal = re.search(r"^FATAL ERROR: .*$", words, re.MULTILINE)
        if fatal is None:
            return words
        mend = "; ask for fewer instances, or let Node have more with NODE_OPTIONS=--max-old-space-size=<megabytes>" if "heap out of memory" in fatal[0] else ""
        return f"{fatal[0]}{mend}"

    def _close_ends(self) -> None:
        for number in {self.reader, self.writer}:
            os.close(number)
        self._words.close()

    def abandon(self) -> None:
        """In a process that was forked: lets go of the ends, so that Node sees when the one that it belongs to ends."""
        if self._finish is not None and self._finish.detach() is None:
            return
        self._close_ends()
        # Nobody's child here: it must not be waited for. (There is none yet where the fork fell into its start.)
        node = getattr(self, "_node", None)
        if node is not None:
            node.returncode = 0


#: What is told of a process that was killed without a word, by signal.
_silence = {signal.SIGKILL: "it said nothing, as processes do that are killed because the machine is short of memory"}


def _finish(owner: int, node: "subprocess.Popen[bytes]", ends: set[int], words) -> None:
    for number in ends:
        os.close(number)
    words.close()
    if os.getpid() != owner:
        return
    try:
        node.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        node.kill()
        node.wait()


def _abandon_all() -> None:
    for process in list(_processes):
        process.abandon()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_abandon_all)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
