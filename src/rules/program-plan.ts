import type { Program } from '../ir/program.js';
import type { Growth, Rule } from '../ir/rule.js';
import type { PassPlan } from './pass-plan.js';
import { planPass } from './plan-pass.js';
import { nodesOfFlow } from '../meaning/flow-book.js';
import { nodesOfEffect } from './effect-nodes.js';
import { type RulePlan, planRule } from './rule-plan.js';
import type { Term } from '../eval/term.js';
import { type TermBook, createTermBook, termOf } from '../eval/term-book.js';

/** Plans of all rules of a program, over one book of terms. Made once for a program, used by all its worlds. */
export interface ProgramPlan {
  readonly book: TermBook;
  readonly rules: ReadonlyMap<Rule, RulePlan>;
  readonly growths: ReadonlyMap<Growth, Term>;
  /** By the list of a pass's rules. */
  readonly passes: ReadonlyMap<readonly Rule[], PassPlan>;
}

export function planProgram({ model, rules }: Program): ProgramPlan {
  // Rules run in the world as it is.
  const book = createTermBook({ supposing: false });
  const plans = new Map(rules.rules.map((rule) => [rule, planRule(book, model, rule)]));
  const growths = new Map(rules.growths.map((growth) => [growth, termOf(book, growth.formula)]));
  const passes = new Map(rules.passes.map((pass) => [pass.rules, planPass(book, pass.rules)]));
  // Worlds share the book, and the places of terms in it order operands: nothing may be added to it while one of them
  // runs.
  for (const { effects } of [...rules.rules, ...rules.passes.flatMap((pass) => pass.rules)])
    for (const effect of effects) for (const node of nodesOfEffect(effect)) termOf(book, node);
  for (const flow of rules.flows.flows) for (const node of nodesOfFlow(flow)) termOf(book, node);
  return { book, rules: plans, growths, passes };
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
