import type { WorldState } from '../components/state.js';
import { raises } from '../ir/heard-effects.js';
import type { Program, Rule } from '../ir/rule.js';
import { keptBy } from '../kernel/maps.js';
import { type ChangedCells, createChangedCells } from './changed-cells.js';

/** What the parts of a content did since the profile began. Turns that were undone do not count. */
export interface Profile {
  readonly turns: number;
  /** By index of the rule. */
  readonly rules: Tally<(typeof ruleCounts)[number]>;
  /** By index of the flow. */
  readonly flows: Tally<(typeof flowCounts)[number]>;
  /** By place of the formula. */
  readonly growths: Tally<(typeof growthCounts)[number]>;
  /** By index of the variable. */
  readonly variables: Tally<(typeof variableCounts)[number]>;
  /** Of solving all variables, by one number. */
  readonly waves: Tally<'milliseconds'>;
  readonly cells: ChangedCells;
  /** What a rule may write. */
  readonly columnsOf: (rule: Rule) => readonly number[];
  /** Before a turn, or before it runs again. */
  begin(): void;
  /** After a turn. */
  commit(): void;
  /** Rules whose results are those of the turn before. */
  repeat(rules: readonly Rule[]): void;
  /** Returns what takes back all turns from now on. */
  mark(): () => void;
}

/**
 * Sources, active ones, their targets, effects fired, cells written, cells changed, times that something else changed,
 * what limits count of tests, visits and objects created, and milliseconds.
 */
const ruleCounts = [
  'asked',
  'active',
  'targets',
  'fired',
  'wrote',
  'changed',
  'altered',
  'tests',
  'visits',
  'created',
  'milliseconds',
] as const;

/**
 * Objects that could carry the flow, those that do, turns in which it led to an object with the cells, receivers, pairs
 * of receivers and targets, cells changed, and milliseconds.
 */
const flowCounts = ['asked', 'carriers', 'reached', 'receivers', 'targets', 'changed', 'milliseconds'] as const;

/** Objects with a result, cells changed, and milliseconds. */
const growthCounts = ['grown', 'changed', 'milliseconds'] as const;

/** Cells solved and changed. */
const variableCounts = ['solved', 'changed'] as const;

/** Numbers by index, of several names. */
export interface Tally<Name extends string> {
  /** Of all turns that count. */
  readonly counts: Numbers<Name>;
  /** Of the running turn. */
  readonly now: Numbers<Name>;
  /** Of the last turn that counts. */
  readonly before: Numbers<Name>;
}

type Numbers<Name extends string> = Readonly<Record<Name, Float64Array>>;

export function createProfile({ rules: book }: Pick<Program, 'rules'>, state: WorldState): Profile {
  const rules = createTally(ruleCounts, lengthFor(book.rules));
  const flows = createTally(flowCounts, lengthFor(book.flows.flows));
  const growths = createTally(growthCounts, book.growths.length);
  const variables = createTally(variableCounts, state.model.variables.length);
  const waves = createTally(['milliseconds'], 1);
  const all: readonly Tally<string>[] = [rules, flows, growths, variables, waves];
  let turns = 0;
  return {
    get turns() {
      return turns;
    },
    rules,
    flows,
    growths,
    variables,
    waves,
    cells: createChangedCells(state),
    columnsOf: keptBy(({ heard, effects, writes }: Rule) =>
      // What answers may write anything.
      heard === true || effects.some(raises) ? state.model.columns.map(({ index }) => index) : writes,
    ),
    begin() {
      for (const { now } of all) for (const numbers of Object.values(now)) numbers.fill(0);
    },
    commit() {
      turns++;
      for (const { counts, now, before } of all) {
        for (const [name, sums] of Object.entries(counts))
          for (let index = 0; index < sums.length; index++) sums[index] += now[name][index];
        put(before, now);
      }
    },
    repeat(repeated) {
      const { now, before } = rules;
      for (const { index } of repeated)
        for (const name of ruleCounts) if (name !== 'milliseconds') now[name][index] = before[name][index];
    },
    mark() {
      const then = { turns, all: all.map(({ counts, before }) => [copied(counts), copied(before)]) };
      return () => {
        ({ turns } = then);
        for (const [i, { counts, before }] of all.entries()) {
          put(counts, then.all[i][0]);
          put(before, then.all[i][1]);
        }
      };
    },
  };
}

function createTally<Name extends string>(names: readonly Name[], length: number): Tally<Name> {
  const empty = () =>
    Object.fromEntries(names.map((name) => [name, new Float64Array(length)])) as unknown as Numbers<Name>;
  return { counts: empty(), now: empty(), before: empty() };
}

function lengthFor(all: readonly { readonly index: number }[]): number {
  return all.reduce((most, { index }) => Math.max(most, index + 1), 0);
}

function put(into: Numbers<string>, from: Numbers<string>): void {
  for (const [name, numbers] of Object.entries(into)) numbers.set(from[name]);
}

function copied(from: Numbers<string>): Numbers<string> {
  return Object.fromEntries(Object.entries(from).map(([name, numbers]) => [name, numbers.slice()]));
}
