import type { Program } from '../program.js';
import type { Growth, Rule } from '../rule.js';
import { nodesOfEffect } from './effect-nodes.js';
import { type RulePlan, planRule } from './rule-plan.js';
import type { Term } from './term.js';
import { type TermBook, createTermBook, termOf } from './term-book.js';

/** Plans of all rules of a program, over one book of terms. Made once for a program, used by all its worlds. */
export interface ProgramPlan {
  readonly book: TermBook;
  readonly rules: ReadonlyMap<Rule, RulePlan>;
  readonly growths: ReadonlyMap<Growth, Term>;
}

export function planProgram({ model, rules }: Program): ProgramPlan {
  const book = createTermBook();
  const plans = new Map(rules.rules.map((rule) => [rule, planRule(book, model, rule)]));
  const growths = new Map(rules.growths.map((growth) => [growth, termOf(book, growth.formula)]));
  // Worlds share the book, and the places of terms in it order operands: nothing may be added to it while one of them runs.
  for (const { effects } of rules.rules) for (const effect of effects) for (const node of nodesOfEffect(effect)) termOf(book, node);
  return { book, rules: plans, growths };
}

const plans = new WeakMap<Program, ProgramPlan>();

/** The plan of a program, made when it is first asked for. */
export function planOf(program: Program): ProgramPlan {
  const known = plans.get(program);
  if (known !== undefined) return known;
  const made = planProgram(program);
  plans.set(program, made);
  return made;
}
