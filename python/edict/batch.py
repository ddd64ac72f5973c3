"""A batch: many instances of an environment that step together."""

from __future__ import annotations

import operator
import os
import threading
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .connection import PROTOCOL, Connection
from .errors import EdictError, error
from .memory import SharedFiles
from .node import find_bridge, find_node
from .options import batch_options, name_of, one_of, options_of_log, whole
from .process import Process
from .seeds import checked_seed
from .shape import Shape, shape_of
from .snapshot import Snapshot

_VIEWS = frozenset(("actions", "observations", "action_mask", "reward", "terminated", "truncated", "live", "final_observations", "turns"))
_TYPES = {"i32": np.int32, "f32": np.float32, "u8": np.uint8}


class Batch:
    """N instances of an environment, which step together in a Node process.

    ``environment`` is the name of one that comes with this package (see ``edict.environments()``), or the path of a
    scenario file. The arrays are views of memory that stays the same for the life of the batch: write ``actions``, call
    ``step()``, read the others, which are read-only here. Copy what must outlive the next step. Where a call raises,
    nothing has changed, and the batch can be used on.

    ===================== ============ ========= ==========================================================================
    ``actions``           [N, A, K]    int32     by head: 0 for nothing, or the place of a choice from 1
    ``observations``      [N, A, D]    float32
    ``action_mask``       [N, A, M]    uint8     1 where a choice is allowed; heads one after the other, see ``shape.choices``
    ``reward``            [N, A]       float32
    ``terminated``        [N]          uint8
    ``truncated``         [N]          uint8
    ``live``              [N, A]       uint8
    ``final_observations`` [N, A, D]   float32   with ``autoreset="same-step"``: of episodes that ended in this step
    ``turns``             [N]          int32     turns of the episode so far
    ===================== ============ ========= ==========================================================================

    :param instances: N.
    :param autoreset: what happens to an episode that is over. ``"next-step"``: the next step only begins a new one;
        ``"same-step"``: its last step does; ``"disabled"``: nothing, and stepping it is an error.
    :param seats: ``"all"`` agents act through the batch, or only the ``"first"`` of each instance (A = 1).
    :param opponents: what the others do then: ``"random"`` among what is allowed, or as the content's ``"script"`` prefers.
    :param masked: an action that its mask forbids is an error (``"refuse"``), or does nothing (``"ignore"``).
    :param workers: threads in Node that instances are spread over, its first among them; 0: that one alone.
    :param together: instances that lie in one world; None: as many as are quick.
    :param record: keep resets and actions for ``log()``.
    :param transport: ``"shared"`` memory, or everything through a ``"socket"``; ``"auto"``: shared where that is possible.
    :param mapped: Node maps the shared memory as well, instead of reading and writing it: quicker, but needs its package koffi.
        None: where that is there.
    :param spin: microseconds to look for an answer before sleeping for it: quicker where a processor is to spare.
    :param node: the Node executable.

    A batch belongs to the process that made it; threads may take turns with it. It is closed by ``close()``, at the end of
    a ``with``, or when nobody holds it any more.
    """

    shape: Shape
    #: N.
    instances: int
    #: A: agents that act through the batch.
    agents: int
    #: How views get to Node and back: "mapped", "file" or "inline".
    transport: str
    actions: NDArray[np.int32]
    observations: NDArray[np.float32]
    action_mask: NDArray[np.uint8]
    reward: NDArray[np.float32]
    terminated: NDArray[np.uint8]
    truncated: NDArray[np.uint8]
    live: NDArray[np.uint8]
    final_observations: NDArray[np.float32]
    turns: NDArray[np.int32]

    def __init__(
        self,
        environment: str | os.PathLike[str],
        instances: int = 1,
        *,
        autoreset: str = "next-step",
        seats: str = "all",
        opponents: str = "random",
        masked: str = "refuse",
        workers: int = 0,
        together: int | None = None,
        record: bool = False,
        transport: str = "auto",
        mapped: bool | None = None,
        spin: int = 0,
        node: str | os.PathLike[str] | None = None,
    ) -> None:
        options = batch_options(
            instances=instances, autoreset=autoreset, seats=seats, opponents=opponents, masked=masked, workers=workers, together=together, record=record
        )
        self._start(environment, options, transport, mapped, spin, node)

    @classmethod
    def replay(
        cls,
        environment: str | os.PathLike[str],
        log: dict[str, Any],
        *,
        workers: int = 0,
        together: int | None = None,
        transport: str = "auto",
        mapped: bool | None = None,
        spin: int = 0,
        node: str | os.PathLike[str] | None = None,
    ) -> Batch:
        """A batch that has come to where a log ends, as ``log()`` gives it, with ``record=True``: it goes on as that one did.

        Takes as long as playing it took. How many threads and which transport do not matter.
        """
        options = batch_options(**options_of_log(log), workers=workers, together=together, record=True)
        batch = cls.__new__(cls)
        batch._start(environment, options, transport, mapped, spin, node, log)
        return batch

    def _start(self, environment: Any, options: dict[str, Any], transport: str, mapped: bool | None, spin: int, node: Any, log: dict[str, Any] | None = None) -> None:
        one_of("transport", transport, ("auto", "shared", "socket"))
        if mapped and transport == "socket":
            raise error("bad-option", "mapped is about shared memory, which transport='socket' does without; leave one of them out")
        self._lock = threading.Lock()
        self._mark = object()
        files = SharedFiles()
        try:
            self._open(name_of(environment), options, transport, mapped, whole("spin", spin, 0), node, files, log)
        finally:
            # Both sides have mapped it or hold it open by now.
            files.close()

    def _open(self, environment: str, options: dict[str, Any], transport: str, mapped: bool | None, spin: int, node: Any, files: SharedFiles, log: Any) -> None:
        numbers = [] if transport == "socket" else files.numbers()
        if not numbers and (transport == "shared" or mapped):
            raise error("no-shared-memory", "there is no folder that shared memory could be in (neither /dev/shm nor the one for temporary files); use transport='socket'")
        process = Process(find_node(node), find_bridge(), numbers, through_socket=not numbers)
        self._connection = Connection(process, spin)
        try:
            opened = self._connection.call({"do": "open", "environment": environment, "options": options})
            if opened.get("protocol") != PROTOCOL:
                raise error("bad-bridge", f"the bridge in Node speaks protocol {opened.get('protocol')}, and this package {PROTOCOL}; install edict-sim again")
            self.shape = shape_of(opened["shape"])
            self._views(opened["bytes"], mapped, numbers, files, log)
            if log is not None:
                self._connection.call({"do": "look"})
        except BaseException:
            self._connection.close("it could not be opened")
            raise

    def _views(self, size: int, mapped: bool | None, numbers: list[int], files: SharedFiles, log: Any) -> None:
        memory: Any
        if numbers:
            number, memory = files.allocate(size)
            transport = "shared" if mapped is None else "mapped" if mapped else "file"
        else:
            number, memory = -1, _zeros(size)
            transport = "inline"
        # The stretches are known only after this call, whose views are all zero.
        made = self._connection.call({"do": "create", "transport": transport, "file": number, "log": log})
        self.transport = made["transport"]
        if not numbers:
            self._connection.carry(*(memory[made[name]["start"] : made[name]["end"]] for name in ("actions", "outputs", "finals", "all")))
        self.instances = made["instances"]
        self.agents = made["agents"]
        n, a, shape = self.instances, self.agents, self.shape
        shapes = {
            "actions": (n, a, shape.heads),
            "observations": (n, a, shape.observation_size),
            "action_mask": (n, a, shape.mask_size),
            "reward": (n, a),
            "terminated": (n,),
            "truncated": (n,),
            "live": (n, a),
            "final_observations": (n, a, shape.observation_size),
            "turns": (n,),
        }
        for place in made["places"]:
            name = place["name"]
            view = np.frombuffer(memory, _TYPES[place["type"]], place["length"], place["offset"]).reshape(shapes[name])
            view.flags.writeable = name == "actions"
            setattr(self, name, view)

    # --- what a batch does ------------------------------------------------------------------------------------------

    def reset(self, seed: int | Sequence[int | None] | None = None, mask: ArrayLike | None = None) -> None:
        """Begins episodes again: in all instances, or in those where the mask [N] is true.

        A number seeds instance i with it plus i; a sequence of N numbers gives each its own. Without, each goes on to the
        next episode of its seed; so do those whose place in the sequence is None.
        """
        self._call({"do": "reset", "seed": self._seeds(seed), "mask": None if mask is None else self._mask(mask)})

    def step(self, actions: ArrayLike | None = None) -> None:
        """One turn in all instances, with what stands in ``actions``, or with the actions [N, A, K] that are given."""
        if not self._lock.acquire(False):
            raise self._busy()
        try:
            if actions is not None:
                self._take(actions)
            self._connection.step()
        finally:
            self._lock.release()

    def snapshot(self) -> Snapshot:
        """All instances as they are. Release it when it is no longer needed: its memory is taken for the next."""
        told = self._call({"do": "snapshot"})
        return Snapshot(told["bytes"], told["number"], self._mark)

    def save(self) -> bytes:
        """All instances as they are, as bytes for ``restore``: of this batch, or of another one, in another process, too."""
        return self._call({"do": "save"})

    def restore(self, saved: Snapshot | bytes | bytearray | memoryview) -> None:
        """Puts all instances back to where they were, views included: a snapshot of this batch, or what ``save`` gave.

        What was saved may be of any batch with the same environment, ``instances``, ``autoreset``, ``seats``, ``opponents`` and
        ``masked``; its ``log`` goes on, too. Other bytes are refused: ``foreign-file``, ``damaged-file``.
        """
        if isinstance(saved, (bytes, bytearray, memoryview)):
            content = memoryview(saved).cast("B")
            self._call({"do": "load", "bytes": len(content)}, content)
        else:
            self._call({"do": "restore", "snapshot": self._number_of(saved)})

    def release(self, snapshot: Snapshot) -> None:
        """Gives back the memory of a snapshot, which cannot be used any more."""
        self._call({"do": "release", "snapshot": self._number_of(snapshot)})

    def fork(self, from_: int, to: int | Iterable[int]) -> None:
        """Makes instances copies of one, views included: with the same actions they go on exactly as it does."""
        targets = [to] if isinstance(to, (int, np.integer)) else list(to)
        self._call({"do": "fork", "from": self._instance(from_), "to": [self._instance(target) for target in targets]})

    def hash(self, instance: int) -> str:
        """The state of an instance as a hash: equal states have equal ones."""
        return self._call({"do": "hash", "instance": self._instance(instance)})

    def log(self) -> dict[str, Any]:
        """What was done with the batch since it was made, as plain data for ``replay``; needs ``record=True``."""
        return self._call({"do": "log"})

    def close(self) -> None:
        """Ends the Node process. Views keep what they hold. Any number of times."""
        connection = getattr(self, "_connection", None)
        if connection is not None:
            # A step of another thread is waited for, unless it takes unduly long.
            taken = self._lock.acquire(timeout=10)
            try:
                connection.close()
            finally:
                if taken:
                    self._lock.release()

    @property
    def pid(self) -> int:
        """The process id of Node."""
        return self._connection.process.pid

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "closed" if self._connection.is_closed else f"{self.transport}, pid {self.pid}"
        return f"<edict.Batch {self.shape.name!r}: {self.instances} instances, {self.agents} agents, {state}>"

    def __setattr__(self, name: str, value: Any) -> None:
        # A view that is replaced would be written and read by nobody else, without a word.
        if name in _VIEWS and self.__dict__.get(name, value) is not value:
            how = "write batch.actions[...] = actions, or call step(actions)" if name == "actions" else "it is written by Node alone"
            raise AttributeError(f"edict: {name} of a batch is the same array for its whole life; {how}")
        super().__setattr__(name, value)

    def __reduce__(self) -> Any:
        raise TypeError("an edict.Batch belongs to the process that made it and cannot be pickled; take the bytes of save() along, and restore them in a batch that is made where it is used")

    # --- checks -------------------------------------------------------------------------------------------------------

    def _call(self, request: dict[str, Any], content: memoryview | None = None) -> Any:
        if not self._lock.acquire(False):
            raise self._busy()
        try:
            return self._connection.call(request, content)
        finally:
            self._lock.release()

    def _busy(self) -> EdictError:
        return error("batch-busy", "another thread is using this batch; let threads take turns, or give each its own batch")

    def _take(self, given: ArrayLike) -> None:
        actions = np.asarray(given)
        wanted = self.actions.shape
        if actions.shape != wanted:
            raise error("bad-action", f"actions have the shape {actions.shape}, expected {wanted}: instances, agents, heads")
        if actions.dtype.kind not in "iu":
            raise error("bad-action", f"actions are of the type {actions.dtype}, expected whole numbers (int32)")
        if actions.dtype.itemsize >= 4 and actions.dtype != np.int32 and actions.size > 0:
            # Else a number that int32 cannot hold would become another.
            least, most = int(actions.min()), int(actions.max())
            if least < -(2**31) or most >= 2**31:
                raise error("bad-action", f"an action is {least if least < -(2**31) else most}, which is no choice of any head")
        np.copyto(self.actions, actions, casting="unsafe")

    def _seeds(self, given: Any) -> int | list[int | None] | None:
        if given is None:
            return None
        if np.ndim(given) == 0:
            return checked_seed(given)
        seeds = [None if each is None else checked_seed(each) for each in given]
        if len(seeds) != self.instances:
            raise error("bad-seed", f"{len(seeds)} seeds were given, expected one number, or {self.instances}: one for each instance")
        return seeds

    def _mask(self, given: ArrayLike) -> list[int]:
        mask = np.asarray(given)
        if mask.shape != (self.instances,) or mask.dtype.kind not in "biu":
            raise error("bad-mask", f"a mask of the shape {mask.shape} and the type {mask.dtype} was given, expected booleans of the shape ({self.instances},): one for each instance")
        return (mask != 0).astype(int).tolist()

    def _instance(self, given: Any) -> int:
        try:
            instance = operator.index(given)
        except TypeError:
            instance = -1
        if not 0 <= instance < self.instances:
            raise error("bad-instance", f"there is no instance {given!r}, expected a whole number from 0 to {self.instances - 1}")
        return instance

    def _number_of(self, snapshot: Snapshot) -> int:
        if not isinstance(snapshot, Snapshot):
            raise error("unknown-snapshot", f"{snapshot!r} is no snapshot; take one with snapshot(), or bytes with save()")
        if snapshot._mark is not self._mark:
            raise error("unknown-snapshot", "this snapshot is of another batch; take one of this batch with snapshot()")
        return snapshot._number


def environments() -> list[str]:
    """Names of the environments that come with this package."""
    connection = Connection(Process(find_node(), find_bridge(), [], through_socket=False))
    try:
        return connection.call({"do": "names"})
    finally:
        connection.close()


def _zeros(size: int) -> memoryview:
    try:
        return np.zeros(size, np.uint8).data
    except (MemoryError, ValueError):
        raise error("no-memory", f"the views take {size} bytes, and there is no memory for them; ask for fewer instances") from None
