import { hashString } from '../../../kernel/hash.js';
import type { LevelModel } from '../world/level-model.js';

/**
 * A hash of what a level means under its policy; everything else follows from that. Where things stand in their file
 * does not count.
 */
export function fingerprintOf({ level, policy }: Pick<LevelModel, 'level' | 'policy'>): string {
  return hashString(JSON.stringify(['edict levels 1', policy, level], meaning));
}

/** Leaves out where things stand. */
function meaning(key: string, value: unknown): unknown {
  if (key === 'at' || key === 'path') return undefined;
  // What is handed through to the host may have any names.
  return key === 'fields' ? JSON.stringify(value, plain) : plain(key, value);
}

/** What JSON has no words for, in words of our own. */
function plain(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] };
  if (value instanceof Set) return { set: [...value] };
  if (typeof value === 'bigint') return { integer: String(value) };
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return { number: Object.is(value, -0) ? '-0' : String(value) };
  return value;
}
