import { type SourceValue, isList, isMap } from './source-tree.js';

/** Losses to errors that are reported, so that their consequences are not. */
export interface Damage {
  /** Names whose declaration is lost or doubtful. */
  readonly names: Set<string>;
  /** Maps and lists that have lost an entry. */
  readonly containers: Set<object>;
  /** Members of lost kinds: some objects may have them. */
  readonly held: Set<string>;
}

export function createDamage(): Damage {
  return { names: new Set(), containers: new Set(), held: new Set() };
}

export function loseSection(damage: Damage, section: SourceValue): void {
  if (isMap(section)) {
    for (const [name, value] of Object.entries(section)) {
      damage.names.add(name);
      // It may be the section of the kinds.
      loseKind(damage, value);
    }
  }
  if (isList(section)) for (const name of section) if (typeof name === 'string') damage.names.add(name);
}

/** Sections where either of two declarations of a name will do for its references. */
const alike: ReadonlySet<string> = new Set(['classes', 'kinds', 'relations', 'steps']);

/** `first` undefined: another section has the name. */
export function loseSecond(damage: Damage, section: string, name: string, first: unknown, second: unknown): void {
  if (first === undefined || !alike.has(section)) damage.names.add(name);
  if (section !== 'kinds') return;
  loseKind(damage, second);
  if (typeof first !== 'object' || first === null) return;
  // The two may have been meant as one.
  loseKind(damage, first);
  damage.containers.add(first);
}

export function loseKind({ held }: Damage, kind: unknown): void {
  if (typeof kind !== 'object' || kind === null) return;
  const { meters, properties, variables } = kind as {
    readonly meters?: unknown;
    readonly properties?: unknown;
    readonly variables?: unknown;
  };
  for (const list of [meters, properties, variables]) {
    if (Array.isArray(list))
      for (const name of list as readonly unknown[]) if (typeof name === 'string') held.add(name);
  }
}

const word = /[A-Za-z_][A-Za-z0-9_]*|'[^'\n]*'|"[^"\n]*"/g;

export function mentionsLoss(lost: ReadonlySet<string>, text: string): boolean {
  if (lost.size === 0) return false;
  for (const [found] of text.matchAll(word)) {
    if (lost.has(found) || lost.has(found.slice(1, -1))) return true;
  }
  return false;
}
