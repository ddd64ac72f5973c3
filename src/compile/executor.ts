import type { Frame } from './frame.js';
import type { Rule } from './rule.js';
import type { TargetSet } from './target-set.js';

/** Answers, for a rule and one of its sources, whether it is active and whom it concerns. Observable results are those of asking in strict order. */
export interface Executor {
  readonly name: string;
  isActive(rule: Rule, source: number, frame: Frame): boolean;
  scope(rule: Rule, source: number, frame: Frame): TargetSet;
}
