import type { Model } from '../components/model.js';
import type { Node } from '../ir/node.js';
import type { Raised } from '../ir/raised.js';
import type { BecomeEffect, Effect, Modification } from '../ir/rule.js';
import { type Wording, printExpression } from '../eval/print-expression.js';
import { constantValue } from '../eval/shape.js';

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

function listed(effects: readonly Effect[], wording: Wording): string {
  return effects.map((effect) => describeEffect(effect, wording)).join(' and ');
}

function wordsOf(effect: Effect, wording: Wording): string {
  const { model } = wording;
  switch (effect.kind) {
    case 'modify':
      return `${effect.holder === undefined ? '' : `${printExpression(effect.holder, wording)}: `}${model.columns[effect.column].name} ${verbs[effect.modification](printExpression(effect.amount, wording, isSign(effect.modification)))}`;
    case 'step':
      return `step ${model.columns[effect.column].name} by ${printExpression(effect.by, wording)}`;
    case 'create':
      return `create ${printExpression(effect.class, wording)}`;
    case 'branch':
      return `if ${printExpression(effect.condition, wording)}: ${listed(effect.then, wording)}${effect.otherwise.length === 0 ? '' : `, else ${listed(effect.otherwise, wording)}`}`;
    case 'lane':
      return `${effect.connect ? 'join' : 'part'} by lanes where ${printExpression(effect.ends.condition, wording)}`;
    case 'sight':
      return `${printExpression(effect.observer, wording)} sees: ${printExpression(effect.seen, wording)}`;
    case 'put':
      return `put at ${printExpression(effect.x, wording)}, ${printExpression(effect.y, wording)}`;
    case 'message':
      return 'tell the host';
    case 'raise':
      return `raise ${effect.occurrences.map((raised) => raisedText(raised, wording)).join(' and ')}`;
    case 'destroy':
      return 'destroy';
    case 'availability':
      return `${effect.holder === undefined ? '' : `${printExpression(effect.holder, wording)}: `}available ${printExpression(effect.class, wording)}: ${printExpression(effect.available, wording)}`;
    case 'hold':
      return `${effect.holder === undefined ? '' : `${printExpression(effect.holder, wording)}: `}hold ${printExpression(effect.word, wording)} in ${model.holdings[effect.holding].name}: ${printExpression(effect.held, wording)}`;
    case 'give':
      return `give to ${printExpression(effect.owner, wording)}`;
    case 'move':
      return `move to ${printExpression(effect.to, wording)}`;
    case 'bind':
      return `bind role ${roleName(effect.role, wording)} to ${printExpression(effect.object, wording)}`;
    case 'become':
      return `become ${printExpression(effect.class, wording)}${againText(effect, model)}`;
  }
}

function raisedText({ type, values }: Raised, wording: Wording): string {
  const given = values.flatMap((value) => (value === undefined ? [] : [printExpression(value, wording)]));
  return `${wording.model.occurrences[type].name}${given.length === 0 ? '' : ` (${given.join(', ')})`}`;
}

/** The role itself where its number is known. */
function roleName(role: Node, wording: Wording): string {
  const number = constantValue(role);
  return (
    (number === undefined ? undefined : wording.model.roles.find((_, i) => i === Math.trunc(number))) ??
    printExpression(role, wording)
  );
}

function againText({ columns, holdings }: BecomeEffect, model: Model): string {
  const names = [
    ...columns.map((column) => model.columns[column].name),
    ...holdings.map((holding) => model.holdings[holding].name),
  ];
  return names.length === 0 ? '' : ` with its ${names.join(', ')}`;
}
