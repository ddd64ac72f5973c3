import { population } from '../components/objects.js';
import { blaming } from '../kernel/errors.js';
import { idLimit, isLive } from '../kernel/identity.js';
import { fireEffects } from './effects/fire.js';
import type { TurnContext } from './effects/turn-context.js';
import type { Executor } from './executor.js';
import { countTests } from './frame.js';
import type { Rule } from './rule.js';

/** Runs rules in strict order: each rule on each of its sources, by ascending id, wholly before the next. */
export function runRules(context: TurnContext, executor: Executor, rules: readonly Rule[]): void {
  const sources = sourcesByClass(context);
  for (const rule of rules) {
    for (const source of sources.get(rule.carrier) ?? []) {
      if (isSource(context, rule, source)) runRule(context, executor, rule, source);
    }
  }
}

function runRule(context: TurnContext, executor: Executor, rule: Rule, source: number): void {
  const { frame } = context;
  frame.rule = rule.index;
  blaming(`rule ${rule.name} (${rule.origin.file}:${rule.origin.line})`, rule.name, () => {
    if (!executor.isActive(rule, source, frame)) return;
    // By the number of objects, however few of them an executor really looks at: the limit must not depend on it.
    countTests(frame, population(context.state));
    fireEffects(context, rule, source, executor.scope(rule, source, frame));
  });
}

/** Objects that carry rules in this turn: those that were there before it. By class, ascending. */
function sourcesByClass(context: TurnContext): ReadonlyMap<number, readonly number[]> {
  const { state, frame } = context;
  const byClass = new Map<number, number[]>();
  const limit = idLimit(state.identity);
  for (let id = 1; id < limit; id++) {
    if (!isLive(state.identity, id) || state.class[id] === 0 || state.created[id] >= frame.turn) continue;
    const list = byClass.get(state.class[id]);
    if (list === undefined) byClass.set(state.class[id], [id]);
    else list.push(id);
  }
  return byClass;
}

/** Whether a row still holds the object that it held at the start of the phase: a tenant of this turn is another. */
function isSource({ state, frame }: TurnContext, rule: Rule, id: number): boolean {
  return isLive(state.identity, id) && state.class[id] === rule.carrier && state.created[id] < frame.turn;
}
