"""What must be the same in several places."""

import json
import re

import edict
from surroundings import ROOT


def test_versions_agree():
    declared = re.search(r'^version = "(.*)"$', (ROOT / "python/pyproject.toml").read_text(), re.MULTILINE)[1]
    assert edict.__version__ == declared == json.loads((ROOT / "package.json").read_text())["version"]


def test_protocols_agree():
    from edict import connection

    text = (ROOT / "src/bridge/protocol.ts").read_text()
    numbers = {name: int(number, 0) for name, number in re.findall(r"^  (\w+): (\w+),$", text, re.MULTILINE)}
    assert numbers == {
        "version": connection.PROTOCOL,
        "step": ord(connection.STEP),
        "call": ord(connection.CALL),
        "ping": ord(connection.PING),
        "done": connection.DONE,
        "ended": connection.ENDED,
        "result": connection.RESULT,
        "error": connection.ERROR,
    }
