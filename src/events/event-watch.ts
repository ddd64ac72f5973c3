import type { Rule } from '../ir/rule.js';
import type { Trigger } from '../ir/trigger.js';
import type { Search } from '../meaning/answering.js';

/** What becomes of an occurrence, as in events; `replace`: another takes its place. */
export type Fate = 'apply' | 'fail' | 'fizzle' | 'zero' | 'cancel' | 'retarget' | 'replace' | 'adjust';

/** Looks at the machine while it runs. Calls come before the machine acts, and must not change the world. */
export interface EventWatch {
  /**
   * Triggers from an index on were tested, up to the one that fires, or whose condition has changed, or to the last
   * (-1). `depth` as in events.
   */
  readonly tested?: (looks: Trigger['looks'], from: number, index: number, depth: number) => void;
  /** Abilities are searched for. */
  readonly searched?: (search: Readonly<Search>) => void;
  /** An ability answers: index, handle of the source, number of the copy (0: none), row of the occurrence. */
  readonly answered?: (ability: number, source: number, number: number, row: number) => void;
  /** What is raised from now on is what a rule raises for a source (handle); undefined: no longer. */
  readonly raises?: (rule: Rule | undefined, source: number) => void;
  /** By row; while an occurrence is still what it was. */
  readonly befell?: (fate: Fate, row: number) => void;
}
