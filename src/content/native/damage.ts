import { type SourceValue, isList, isMap } from './source-tree.js';

/** What content has lost to errors that are reported: what only follows from a loss is no mistake of its own. */
export interface Damage {
  /** Names whose declaration is lost or doubtful. */
  readonly names: Set<string>;
  /** Maps and lists that have lost an entry. */
  readonly containers: Set<object>;
  /** Members that a lost kind would have had: nobody can say that no objects have them. */
  readonly held: Set<string>;
}

export function createDamage(): Damage {
  return { names: new Set(), containers: new Set(), held: new Set() };
}

/** Distrusts everything that a lost section of a file would have declared. */
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

/**
 * Sections where either of two declarations of a name will do for what refers to it. Which of two columns a text means
 * is for the designer to say.
 */
const alike: ReadonlySet<string> = new Set(['classes', 'kinds', 'relations', 'steps']);

/**
 * Distrusts what is lost with a declaration whose name was taken: by `first` of its section; undefined: by something
 * else.
 */
export function loseSecond(damage: Damage, section: string, name: string, first: unknown, second: unknown): void {
  if (first === undefined || !alike.has(section)) damage.names.add(name);
  if (section !== 'kinds') return;
  loseKind(damage, second);
  if (typeof first !== 'object' || first === null) return;
  // It has more than it says.
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

/** Whether a text of the expression language speaks of anything that is lost. */
export function mentionsLoss(lost: ReadonlySet<string>, text: string): boolean {
  if (lost.size === 0) return false;
  for (const [found] of text.matchAll(word)) {
    if (lost.has(found) || lost.has(found.slice(1, -1))) return true;
  }
  return false;
}
