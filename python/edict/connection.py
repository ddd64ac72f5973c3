"""What is said over the bridge: see src/bridge/protocol.ts, which is the other side of it."""

from __future__ import annotations

import json
import os
import re
import select
import struct
import time
from typing import Any

from .errors import EdictError, error
from .process import Process

#: Changes whenever one side would no longer understand the other.
PROTOCOL = 2

STEP = b"s"
CALL = b"c"
PING = b"p"
DONE = ord(".")
ENDED = ord("+")
RESULT = ord("r")
ERROR = ord("e")


class Connection:
    """Commands to a Node process and its answers, one at a time.

    Raises EdictError ``bridge-died`` as soon as Node is gone, ``batch-closed`` ever after, and what Node answers as errors.
    """

    def __init__(self, process: Process, spin: int = 0) -> None:
        self.process = process
        self._reader = process.reader
        self._writer = process.writer
        self._closed: EdictError | None = None
        # The byte of an answer is read into memory that stays, so that one that came is found even when a signal broke off the reading.
        self._answer = bytearray(1)
        self._answers = [self._answer]
        self._actions: memoryview | None = None
        self._outputs: memoryview | None = None
        self._finals: memoryview | None = None
        self._all: memoryview | None = None
        self._spin = spin * 1000
        self._poll = select.poll()
        self._poll.register(self._reader, select.POLLIN)

    def carry(self, actions: memoryview, outputs: memoryview, finals: memoryview, everything: memoryview) -> None:
        """From now on views take the way that commands take, because there is no memory that both sides see."""
        self._actions = actions
        self._outputs = outputs
        self._finals = finals
        self._all = everything

    def step(self) -> None:
        """One step of the batch."""
        if self._closed is not None or self.process.is_foreign:
            raise self._refusal()
        answer = self._answer
        answer[0] = 0
        try:
            if self._actions is None:
                os.write(self._writer, STEP)
            else:
                self._write(STEP, self._actions)
            if self._spin:
                self._wait()
            if os.readv(self._reader, self._answers) == 0:
                raise self._death()
            if answer[0] == DONE and self._outputs is None:
                return
            if answer[0] in (DONE, ENDED) and self._outputs is not None:
                self._read(self._outputs)
                if answer[0] == ENDED:
                    self._read(self._finals)
                return
        except OSError:
            raise self._death() from None
        except EdictError:
            raise
        except BaseException:
            self._outlast()
            raise
        self._result()

    def ping(self) -> None:
        """One byte to Node and back, and nothing else."""
        os.write(self._writer, PING)
        os.readv(self._reader, self._answers)

    def call(self, request: dict[str, Any], content: memoryview | None = None) -> Any:
        """Anything else, with what is too large for words; gives what is answered."""
        if self._closed is not None or self.process.is_foreign:
            raise self._refusal()
        body = json.dumps(request).encode()
        try:
            self._write(CALL + struct.pack("<I", len(body)) + body, content, self._actions)
            if os.readv(self._reader, self._answers) == 0:
                raise self._death()
            return self._result()
        except OSError:
            raise self._death() from None
        except EdictError:
            raise
        except BaseException:
            self._break()
            raise

    def close(self, reason: str = "it was closed") -> None:
        """Ends Node; any number of times."""
        if self._closed is None:
            self._closed = error("batch-closed", f"this batch can no longer be used: {reason}; make a new one")
        if not self.process.is_foreign:
            self.process.end()

    @property
    def is_closed(self) -> bool:
        return self._closed is not None

    def _result(self) -> Any:
        """What follows the byte of an answer that is more than `done`."""
        kind = self._answer[0]
        if kind not in (RESULT, ERROR):
            self._break()
            raise error("bad-bridge", f"Node answered with byte {kind}, which means nothing here; install edict-sim again")
        head = bytearray(4)
        self._read(memoryview(head))
        body = bytearray(struct.unpack("<I", head)[0])
        self._read(memoryview(body))
        frame = json.loads(body)
        if kind == ERROR:
            raise EdictError(frame["code"], translated(frame["message"]), frame["culprit"])
        if frame["views"] and self._all is not None:
            self._read(self._all)
        # JSON leaves out what is undefined.
        if "bytes" not in frame:
            return frame.get("value")
        content = bytearray(frame["bytes"])
        self._read(memoryview(content))
        return bytes(content)

    def _write(self, *parts: bytes | memoryview | None) -> None:
        for part in parts:
            rest = memoryview(part or b"")
            while len(rest) > 0:
                rest = rest[os.write(self._writer, rest) :]

    def _read(self, into: memoryview) -> None:
        while len(into) > 0:
            count = os.readv(self._reader, [into])
            if count == 0:
                raise self._death()
            into = into[count:]

    def _wait(self) -> None:
        """Looks for an answer without sleeping, for as long as was asked."""
        end = time.perf_counter_ns() + self._spin
        while not self._poll.poll(0) and time.perf_counter_ns() < end:
            pass

    def _outlast(self) -> None:
        """A signal broke off a step: waits for its end nevertheless, so that the next answer is that of the next command. A second signal closes the batch."""
        try:
            if self._actions is not None:
                # Views are on their way, and how many of their bytes have come is not known.
                self._break()
            elif self._answer[0] == 0 and os.readv(self._reader, self._answers) == 0:
                self._death()
            elif self._answer[0] != DONE:
                self._result()
        except EdictError:
            pass
        except BaseException:
            self._break()
            raise

    def _break(self) -> None:
        self.close("it was interrupted in the middle of a message")

    def _death(self) -> EdictError:
        death = self.process.death()
        self._closed = error("batch-closed", f"this batch can no longer be used, because {death.message.removeprefix('edict: ')}")
        return death

    def _refusal(self) -> EdictError:
        if self.process.is_foreign:
            return error("other-process", "this batch belongs to the process that this one was forked from; make a batch of its own here")
        assert self._closed is not None
        return EdictError(self._closed.code, self._closed.message)


#: What has another name on the other side.
_NAMES = {"actionMask": "action_mask", "finalObservations": "final_observations", "createBatch": "edict.Batch"}

_WORDS = re.compile(r"\b(" + "|".join(_NAMES) + r")\b")
_OPTIONS = re.compile(r"\b(autoreset|masked|opponents|record|seats): ('[a-z-]+'|true)")


def translated(message: str) -> str:
    """A message of the other side with what it says of batches as it is written here."""
    words = _WORDS.sub(lambda found: _NAMES[found[0]], message)
    return _OPTIONS.sub(lambda found: f"{found[1]}=" + ("True" if found[2] == "true" else f'"{found[2][1:-1]}"'), words)
