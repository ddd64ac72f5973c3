"""Makes the shipped environments known to Gymnasium."""

from __future__ import annotations

#: Names of shipped environments, each registered as ``edict/<name>-v0``.
SHIPPED = ("cart-pole", "galaxy-small", "galaxy")


def register_environments() -> None:
    """Registers all shipped environments; what is registered already stays."""
    from gymnasium.envs.registration import register, registry

    for name in SHIPPED:
        identifier = f"edict/{name}-v0"
        if identifier in registry:
            continue
        register(
            id=identifier,
            entry_point="edict.gymnasium:EdictEnv",
            vector_entry_point="edict.gymnasium:EdictVectorEnv",
            kwargs={"environment": name},
        )
