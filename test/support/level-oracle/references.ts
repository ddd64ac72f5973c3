import type { Reference } from './document.js';
import type { Body, Stage } from './stage.js';

/** What a reference names at this moment. */
export function resolve(stage: Stage, reference: Reference | null | undefined): Body | undefined {
  if (reference === undefined || reference === null) return undefined;
  const { initial, flagship, control, target } = reference;
  if (initial !== undefined) return inUse(stage.slots[initial]);
  if (flagship !== undefined) return flagshipOf(stage, flagship);
  if (control !== undefined) return controlOf(stage, control);
  return target === undefined ? undefined : inUse(stage.players[target]?.target);
}

/** The engine keeps a raw handle, which names a removed flagship until it is freed. */
export function flagshipOf(stage: Stage, player: number): Body | undefined {
  const body = stage.players[player]?.flagship;
  if (stage.policy === 'sound') return inUse(body);
  return body?.freed === true ? undefined : body;
}

export function controlOf(stage: Stage, player: number): Body | undefined {
  const body = inUse(stage.players[player]?.control);
  return body?.owner === player ? body : undefined;
}

/** Whether a player has what it builds at: what is removed or captured is not that. */
export function hasBuildObject({ players }: Stage, player: number): boolean {
  const body = players[player]?.buildsAt;
  return body === 'host' || inUse(body)?.owner === player;
}

/**
 * What can be read of a role. What has been freed is still named by the lists that began with it, but a run is over
 * before anything is freed, and only in its own run can something be read of what is removed.
 */
export function readable(role: Body | undefined): Body | undefined {
  return role?.freed === true ? undefined : role;
}

export function inUse(body: Body | undefined): Body | undefined {
  return body?.inUse === true ? body : undefined;
}
