"""A Ray that lives as long as the tests."""

import os
from collections.abc import Iterator

# Before Ray is loaded: else it would write a token into the user's folder, for a cluster that nobody else can reach.
os.environ["RAY_AUTH_MODE"] = "disabled"

import pytest

# Tests are skipped where it is not installed, as each of their files says.
try:
    import ray
except ModuleNotFoundError:
    ray = None


@pytest.fixture(scope="session", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()
