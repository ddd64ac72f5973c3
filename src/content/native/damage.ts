import { type SourceValue, isList, isMap } from './source-tree.js';

/**
 * What content has lost to errors that are already reported. A mistake is reported once: what only follows from a loss is no mistake of its own.
 */
export interface Damage {
  /** Names whose declaration is lost or not to be relied on. */
  readonly names: Set<string>;
  /** Maps and lists that have lost an entry. */
  readonly containers: Set<object>;
}

export function createDamage(): Damage {
  return { names: new Set(), containers: new Set() };
}

/** Distrusts everything that a lost section of a file would have declared. */
export function loseSection(damage: Damage, section: SourceValue): void {
  if (isMap(section)) for (const name of Object.keys(section)) damage.names.add(name);
  if (isList(section)) for (const name of section) if (typeof name === 'string') damage.names.add(name);
}

const word = /[A-Za-z_][A-Za-z0-9_]*|'[^'\n]*'|"[^"\n]*"/g;

/** Whether a text of the expression language speaks of anything that is lost. */
export function mentionsLoss(damage: Damage, text: string): boolean {
  if (damage.names.size === 0) return false;
  for (const [found] of text.matchAll(word)) {
    if (damage.names.has(found) || damage.names.has(found.slice(1, -1))) return true;
  }
  return false;
}
