import { constantValue } from '../eval/node-shape.js';
import { printExpression } from '../eval/print-expression.js';
import type { Wording } from '../eval/printer.js';
import type { Node, Raised } from '../ir/node.js';
import type { BecomeEffect, Effect, Modification, ModifyEffect } from '../ir/effect.js';
import type { Model } from '../model/model.js';

const verbs: Readonly<Record<Modification, (amount: string) => string>> = {
  set: (amount) => `= ${amount}`,
  add: (amount) => (amount.startsWith('-') ? `- ${amount.slice(1)}` : `+ ${amount}`),
  multiply: (amount) => `× ${amount}`,
  divide: (amount) => `÷ ${amount}`,
  minimum: (amount) => `at most ${amount}`,
  maximum: (amount) => `at least ${amount}`,
};

/** `maxPopulation + 3 * target.fertility`. */
export function describeEffect(effect: Effect, wording: Wording): string {
  const where = effect.recipient === 'target' ? '' : effect.recipient === 'source' ? ' on the source' : ' on empires';
  const stacked = effect.stacking === 0 ? '' : `, stacking ${effect.stacking}`;
  const holder =
    effect.kind === 'branch' || effect.holder === undefined ? '' : `${printExpression(effect.holder, wording)}: `;
  return `${holder}${wordsOf(effect, wording)}${where}${stacked}`;
}

/** Shown as a sign before the amount. */
const signs: readonly Modification[] = ['add', 'multiply', 'divide'];

function listed(effects: readonly Effect[], wording: Wording): string {
  return effects.map((effect) => describeEffect(effect, wording)).join(' and ');
}

function wordsOf(effect: Effect, wording: Wording): string {
  const { model } = wording;
  const say = (node: Node) => printExpression(node, wording);
  switch (effect.kind) {
    case 'modify':
      return `${model.columns[effect.column].name} ${changeText(effect, wording)}`;
    case 'step':
      return `step ${model.columns[effect.column].name} by ${say(effect.by)}`;
    case 'create':
      return `create ${say(effect.class)}`;
    case 'branch':
      return [
        `if ${say(effect.condition)}: ${listed(effect.then, wording)}`,
        ...(effect.otherwise.length === 0 ? [] : [`else ${listed(effect.otherwise, wording)}`]),
      ].join(', ');
    case 'lane':
      return `${effect.connect ? 'join' : 'part'} by lanes where ${say(effect.ends.condition)}`;
    case 'sight':
      return `${say(effect.observer)} sees: ${say(effect.seen)}`;
    case 'put':
      return `put at ${say(effect.x)}, ${say(effect.y)}`;
    case 'message':
      return 'tell the host';
    case 'raise':
      return `raise ${effect.occurrences.map((raised) => raisedText(raised, wording)).join(' and ')}`;
    case 'destroy':
      return 'destroy';
    case 'availability':
      return `available ${say(effect.class)}: ${say(effect.available)}`;
    case 'hold':
      return `hold ${say(effect.word)} in ${model.holdings[effect.holding].name}: ${say(effect.held)}`;
    case 'give':
      return `give to ${say(effect.owner)}`;
    case 'move':
      return `move to ${say(effect.to)}`;
    case 'bind':
      return `bind role ${roleName(effect.role, wording)} to ${say(effect.object)}`;
    case 'become':
      return `become ${say(effect.class)}${againText(effect, model)}`;
  }
}

function changeText({ modification, amount }: ModifyEffect, wording: Wording): string {
  return verbs[modification](printExpression(amount, wording, signs.includes(modification)));
}

function raisedText({ type, values }: Raised, wording: Wording): string {
  const given = values.flatMap((value) => (value === undefined ? [] : [printExpression(value, wording)]));
  return `${wording.model.occurrences[type].name}${given.length === 0 ? '' : ` (${given.join(', ')})`}`;
}

function roleName(role: Node, wording: Wording): string {
  const number = constantValue(role);
  return (
    (number === undefined ? undefined : wording.model.roles.find((_, i) => i === Math.trunc(number))) ??
    printExpression(role, wording)
  );
}

function againText({ columns, holdings }: BecomeEffect, model: Model): string {
  const again = [
    ...columns.map((column) => model.columns[column]),
    ...holdings.map((holding) => model.holdings[holding]),
  ];
  return again.length === 0 ? '' : ` with its ${again.map(({ name }) => name).join(', ')}`;
}
