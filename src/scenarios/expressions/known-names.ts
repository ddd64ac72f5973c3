import type { CivDeclaration } from '../../content/civ/world/declaration.js';
import { nearestName } from '../../content/diagnostics/nearest-name.js';
import type { Problem } from '../../content/diagnostics/schema-problems.js';
import type { Path } from '../../content/native/source-document.js';

/** What the cases of a file may name. */
export interface KnownNames {
  readonly objects: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
  /** Of all kinds of things. */
  readonly ids: ReadonlySet<string>;
}

export function knownNames({ objects, map, types, options }: CivDeclaration): KnownNames {
  const names = new Set(objects.map(({ id }) => id));
  for (let y = 0; y < map.height; y++) for (let x = 0; x < map.width; x++) names.add(`plot:${String(x)},${String(y)}`);
  return {
    objects: names,
    properties: new Set(types.PROPERTY),
    ids: new Set([...Object.values(types).flat(), ...options.keys()]),
  };
}

/** Names of a list that are not known. */
export function listProblems(
  names: readonly string[],
  known: ReadonlySet<string>,
  what: string,
  path: Path,
): readonly Problem[] {
  return names.flatMap((name, i) => nameProblems(name, known, what, { path: [...path, i] }));
}

/** Keys of a mapping that are not known. */
export function keyProblems(
  mapping: object | undefined,
  known: ReadonlySet<string>,
  what: string,
  path: Path,
): readonly Problem[] {
  return Object.keys(mapping ?? {}).flatMap((key) => nameProblems(key, known, what, { path, key }));
}

/** A name that is not known. */
export function nameProblems(
  name: string,
  known: ReadonlySet<string>,
  what: string,
  place: Pick<Problem, 'path' | 'key'>,
): readonly Problem[] {
  if (known.has(name)) return [];
  const near = nearestName(name, known);
  return [
    {
      ...place,
      code: 'unknown-name',
      message: `there is no ${what} ${JSON.stringify(name)}`,
      ...(near === undefined ? {} : { suggestion: `did you mean ${near}?` }),
    },
  ];
}

/** Something that does not go together. */
export function structureProblem(path: Path, message: string, key?: string): Problem {
  return key === undefined ? { path, code: 'bad-structure', message } : { path, key, code: 'bad-structure', message };
}
