import type { Effect, Modification } from '../rule.js';
import { type Wording, printExpression } from './print-expression.js';

const verbs: Readonly<Record<Modification, (amount: string) => string>> = {
  set: (amount) => `= ${amount}`,
  add: (amount) => (amount.startsWith('-') ? `- ${amount.slice(1)}` : `+ ${amount}`),
  multiply: (amount) => `× ${amount}`,
  divide: (amount) => `÷ ${amount}`,
  minimum: (amount) => `at most ${amount}`,
  maximum: (amount) => `at least ${amount}`,
};

/** An effect in a few words: `maxPopulation + 3 * target.fertility`. */
export function describeEffect(effect: Effect, wording: Wording): string {
  const where = effect.recipient === 'target' ? '' : effect.recipient === 'source' ? ' on the source' : ' on empires';
  const stacked = effect.stacking === 0 ? '' : `, stacking ${effect.stacking}`;
  return `${wordsOf(effect, wording)}${where}${stacked}`;
}

/** Shown as a sign before the amount. */
function isSign(modification: Modification): boolean {
  return modification === 'add' || modification === 'multiply' || modification === 'divide';
}

function wordsOf(effect: Effect, wording: Wording): string {
  const { model } = wording;
  switch (effect.kind) {
    case 'modify': return `${model.columns[effect.column].name} ${verbs[effect.modification](printExpression(effect.amount, wording, isSign(effect.modification)))}`;
    case 'step': return `step ${model.columns[effect.column].name} by ${printExpression(effect.by, wording)}`;
    case 'create': return `create ${printExpression(effect.class, wording)}`;
    case 'destroy': return 'destroy';
    case 'availability': return `available ${printExpression(effect.class, wording)}: ${printExpression(effect.available, wording)}`;
    case 'give': return `give to ${printExpression(effect.owner, wording)}`;
    case 'move': return `move to ${printExpression(effect.to, wording)}`;
  }
}
