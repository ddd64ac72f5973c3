import type { Campaign } from '../../src/content/lst/load-campaign.js';
import { parseFormula } from '../../src/content/lst/parse/parse-formula.js';
import { lookAtMemory } from '../look.js';
import type { Timing } from '../measure.js';
import { assertSameValues, assertSolves } from './agreement.js';
import { createCharacters } from './character.js';
import { type LoadTimes, loadSheet } from './load-sheet.js';
import { measureChange } from './measure-change.js';
import { chain, written } from './shapes.js';
import { sheetText } from './sheet.js';
import { solvePlainly } from './solve-plainly.js';

/** One long chain, from its text to a change of all of it. */
export interface ChainCase {
  readonly case: 'chain';
  readonly length: number;
  readonly milliseconds: number;
}

/** Milliseconds and bytes. */
export interface ChainTimes {
  readonly variables: number;
  readonly load: LoadTimes & {
    /** Formulas parsed once more, which is part of the check. */
    readonly parse: number;
    /** An empty world, and the character in it. */
    readonly world: number;
    /** The first change, with what is made for it. */
    readonly first: number;
  };
  readonly write: Timing;
  readonly solves: number;
  /** What content, world and solver take; 0 where the process cannot tell (it needs `--expose-gc`). */
  readonly bytes: number;
}

/** Checks all values against a plain evaluation, before and after what is timed. Throws where they differ. */
export function runChainCase({ length, milliseconds }: ChainCase): ChainTimes {
  const sheet = chain(length);
  const text = sheetText(sheet);
  const before = memoryInUse();
  const { campaign, times } = loadSheet(text);
  const start = performance.now();
  const {
    world,
    roots: [root],
    number,
    input,
    write,
  } = createCharacters(campaign, 1);
  const made = performance.now();
  let value = 5;
  write(root, input(written), value);
  const end = performance.now();
  const bytes = memoryInUse() - before;
  const parse = timeParsing(campaign);
  const variables = length + 1;
  assertSolves('chain', world.variables.lastChange.solves, variables);
  assertSameValues('chain', solvePlainly(sheet, new Map([[written, value]])), (name) => number(root, name));
  const first = input(written);
  const timed = measureChange(() => write(root, first, (value = 15 - value)), 1, {
    milliseconds,
    rounds: 10,
    warmups: 5,
  });
  assertSolves('chain', world.variables.lastChange.solves, variables);
  assertSameValues('chain after changes', solvePlainly(sheet, new Map([[written, value]])), (name) =>
    number(root, name),
  );
  return {
    variables,
    load: { ...times, parse, world: made - start, first: end - made },
    write: timed,
    solves: variables,
    bytes,
  };
}

function timeParsing({ program }: Campaign): number {
  const texts = program.rules.modifiers.map(({ text }) => text);
  const start = performance.now();
  for (const text of texts) parseFormula(text);
  return performance.now() - start;
}

function memoryInUse(): number {
  if (globalThis.gc === undefined) return 0;
  const { heapUsed, arrayBuffers } = lookAtMemory();
  return heapUsed + arrayBuffers;
}
