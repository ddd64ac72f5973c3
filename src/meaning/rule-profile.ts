import type { Rule, RuleBook } from '../ir/rule.js';

/** What rules did, by their index, since the profile began. Turns that were undone do not count. */
export interface RuleProfile {
  readonly turns: number;
  readonly counts: RuleCounts;
  /** By rule: 1 if it has changed anything. */
  readonly changed: Uint8Array;
  /** Before a turn, or before it runs again. */
  begin(): void;
  /** After a turn. */
  commit(): void;
  /** Of the running turn. */
  readonly now: RuleCounts;
  readonly changedNow: Uint8Array;
  /** Rules whose results are those of the turn before. */
  repeat(rules: readonly Rule[]): void;
  /** Returns what takes back all turns from now on. */
  mark(): () => void;
}

/**
 * By rule: sources, active ones, their targets, effects fired, cells written, what limits count of tests, visits and
 * objects created, and milliseconds.
 */
type RuleCounts = Readonly<Record<(typeof countNames)[number], Float64Array>>;

const countNames = [
  'asked',
  'active',
  'targets',
  'fired',
  'wrote',
  'tests',
  'visits',
  'created',
  'milliseconds',
] as const;

export function createRuleProfile(book: RuleBook): RuleProfile {
  const length = book.rules.reduce((most, { index }) => Math.max(most, index + 1), 0);
  const copied = (from?: RuleCounts): RuleCounts =>
    Object.fromEntries(
      countNames.map((name) => [name, from?.[name].slice() ?? new Float64Array(length)]),
    ) as RuleCounts;
  const [counts, now, before] = [copied(), copied(), copied()];
  const [changed, changedNow] = [new Uint8Array(length), new Uint8Array(length)];
  let turns = 0;
  const set = (into: RuleCounts, from: RuleCounts): void => {
    for (const name of countNames) into[name].set(from[name]);
  };
  return {
    get turns() {
      return turns;
    },
    counts,
    now,
    changed,
    changedNow,
    begin() {
      for (const name of countNames) now[name].fill(0);
      changedNow.fill(0);
    },
    commit() {
      turns++;
      for (const name of countNames) for (let rule = 0; rule < length; rule++) counts[name][rule] += now[name][rule];
      for (let rule = 0; rule < length; rule++) changed[rule] |= changedNow[rule];
      set(before, now);
    },
    repeat(rules) {
      for (const { index } of rules)
        for (const name of countNames) if (name !== 'milliseconds') now[name][index] = before[name][index];
    },
    mark() {
      const then = { turns, counts: copied(counts), before: copied(before), changed: changed.slice() };
      return () => {
        ({ turns } = then);
        set(counts, then.counts);
        set(before, then.before);
        changed.set(then.changed);
      };
    },
  };
}
