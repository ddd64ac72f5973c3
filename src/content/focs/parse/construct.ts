import { conditionLabels, effectsLabels, enumerations, type Enumeration } from './words.js';

/** What a parameter asks for. */
export type Want = 'number' | 'text' | 'any' | 'condition' | 'effects' | 'entries' | 'flag' | Enumeration;

/** `label = …` in the list of what a keyword takes. */
export interface ParameterSpec {
  readonly label: string;
  readonly want: Want;
  readonly optional: boolean;
  /** A list of values may stand in place of one. */
  readonly many: boolean;
  /** Its word becomes part of the keyword. */
  readonly isWord: boolean;
}

/** A keyword with what it takes, in order; some have several ways. */
export interface Construct {
  readonly name: string;
  readonly ways: readonly (readonly ParameterSpec[])[];
  /** All labels of all ways. */
  readonly labels: ReadonlySet<string>;
  /** Nothing may follow: most keywords. */
  readonly isBare: boolean;
  /** What `word` is where no parameter gives it. */
  readonly word?: string;
}

/**
 * Reads a line of a table: ways separated by `|`, in each the labels in their order. `label?` may be left out;
 * `label:want` asks for something else than a number, with `*` for one or a list, with `!` for a word that becomes part
 * of the keyword; `+Word` is a bare word that may stand there.
 */
export function readConstruct(name: string, line: string, word?: string): Construct {
  const ways = line.split('|').map((way) =>
    way
      .trim()
      .split(/\s+/)
      .filter((part) => part !== '')
      .map(readParameter),
  );
  return {
    name,
    ways,
    labels: new Set(ways.flat().map(({ label }) => label)),
    isBare: ways.every((way) => way.length === 0),
    ...(word === undefined ? {} : { word }),
  };
}

function readParameter(text: string): ParameterSpec {
  if (text.startsWith('+'))
    return { label: text.slice(1).toLowerCase(), want: 'flag', optional: true, many: false, isWord: false };
  const [head, tail = ''] = text.split(':');
  const label = head.replace('?', '');
  return {
    label,
    want: wantOf(label, tail.replace(/[*!]/, '')),
    optional: head.endsWith('?'),
    many: tail.endsWith('*'),
    isWord: tail.endsWith('!'),
  };
}

function wantOf(label: string, name: string): Want {
  if (conditionLabels.includes(label)) return 'condition';
  if (effectsLabels.includes(label)) return 'effects';
  if (name === '') return 'number';
  if (name === 'text' || name === 'any' || name === 'entries' || name in enumerations) return name as Want;
  throw new Error(`edict: a table of keywords asks for ${name}, which is nothing a parameter can be`);
}
