import { parse, stringify } from 'yaml';
import type { ContentSource } from '../src/content/native/define.js';
import type { ContentFile } from '../src/content/native/source-tree.js';
import { galaxyFiles } from '../src/galaxy/load-galaxy.js';

/** Content of the galaxy's kind with so many rules: its own, and copies of its classes under new names. */
export interface ManyRules {
  readonly files: readonly ContentFile[];
  readonly object: ContentSource;
}

type Classes = NonNullable<ContentSource['classes']>;

export function makeManyRules(count: number): ManyRules {
  const own = galaxyFiles();
  const documents = own.map(({ text }) => parse(text) as ContentSource);
  const classes = documents.flatMap((document) => Object.entries(document.classes ?? {}));
  const copies: Classes[] = [];
  let missing = count - rulesOf(classes.map(([, definition]) => definition));
  for (let copy = 2; missing > 0; copy++) {
    const taken: [string, Classes[string]][] = [];
    for (const [name, definition] of classes) {
      const rules = rulesOf([definition]);
      if (rules === 0 || rules > missing) continue;
      taken.push([`${name} ${String(copy)}`, definition]);
      missing -= rules;
    }
    copies.push(Object.fromEntries(taken));
  }
  return {
    files: [
      ...own,
      ...copies.map((more, i) => ({ file: `copy-${String(i + 2)}.yaml`, text: stringify({ classes: more }) })),
    ],
    object: merged([...documents, ...copies.map((more) => ({ classes: more }))]),
  };
}

function rulesOf(definitions: readonly Classes[string][]): number {
  return definitions.reduce((sum, { groups = [] }) => sum + groups.length, 0);
}

/** Sections of several documents as one: maps are joined, lists put one after the other. */
function merged(documents: readonly ContentSource[]): ContentSource {
  const sections = new Map<string, unknown>();
  for (const [name, section] of documents.flatMap((document) => Object.entries(document))) {
    const before = sections.get(name);
    sections.set(name, before === undefined ? section : joined(before, section));
  }
  return Object.fromEntries(sections);
}

function joined(a: unknown, b: unknown): unknown {
  return Array.isArray(a) && Array.isArray(b) ? [...(a as unknown[]), ...(b as unknown[])] : Object.assign({}, a, b);
}
