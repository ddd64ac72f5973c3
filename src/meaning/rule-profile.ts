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
  /** Rules whose results are those of the turn before. */
  repeat(rules: readonly Rule[]): void;
}

/** By rule: active sources, targets, effects fired, cells written, and milliseconds. */
type RuleCounts = Readonly<Record<(typeof countNames)[number], Float64Array>>;

const countNames = ['active', 'targets', 'fired', 'wrote', 'milliseconds'] as const;

export function createRuleProfile(book: RuleBook): RuleProfile {
  const length = book.rules.reduce((most, { index }) => Math.max(most, index + 1), 0);
  const none = (): RuleCounts =>
    Object.fromEntries(countNames.map((name) => [name, new Float64Array(length)])) as RuleCounts;
  const [counts, now, before] = [none(), none(), none()];
  let turns = 0;
  return {
    get turns() {
      return turns;
    },
    counts,
    now,
    changed: new Uint8Array(length),
    begin() {
      for (const name of countNames) now[name].fill(0);
    },
    commit() {
      turns++;
      for (const name of countNames) {
        for (let rule = 0; rule < length; rule++) counts[name][rule] += now[name][rule];
        before[name].set(now[name]);
      }
    },
    repeat(rules) {
      for (const { index } of rules)
        for (const name of countNames) if (name !== 'milliseconds') now[name][index] = before[name][index];
    },
  };
}
