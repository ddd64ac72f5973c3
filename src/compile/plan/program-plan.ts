import type { Program } from '../program.js';
import type { Growth, Rule } from '../rule.js';
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
  return {
    book,
    rules: new Map(rules.rules.map((rule) => [rule, planRule(book, model, rule)])),
    growths: new Map(rules.growths.map((growth) => [growth, termOf(book, growth.formula)])),
  };
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
