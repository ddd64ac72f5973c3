import type { Column, Model } from '../../src/model/model.js';
import type { Node } from '../../src/ir/node.js';
import type { CreateEffect, Effect, ModifyEffect } from '../../src/ir/rule.js';
import { dataOf, isNone, nodesOf, operationForms } from './operation-forms.js';

/** The forms of the design that an effect is of. */
export function effectForms(model: Model, effect: Effect): readonly string[] {
  return [
    `on ${effect.recipient}`,
    ...(effect.label === '' ? [] : ['label of an effect']),
    ...(effect.stacking === 0 ? [] : [`keep ${model.stacking.get(effect.stacking) ?? 'first'}`]),
    ...amountsOf(effect).flatMap((node) => operationForms(model, node)),
    ...ownForms(model, effect).map((form) => `effect ${form}`),
  ];
}

function amountsOf(effect: Effect): readonly Node[] {
  switch (effect.kind) {
    case 'modify':
      return [effect.amount];
    case 'lane':
      return [effect.ends.condition];
    case 'sight':
      return [effect.observer, effect.seen];
    case 'put':
      return [effect.x, effect.y];
    case 'message':
      return effect.values.map(({ value }) => value);
    case 'branch':
      return [effect.condition, ...[...effect.then, ...effect.otherwise].flatMap(amountsOf)];
    case 'step':
      return [effect.by];
    case 'create':
      return [effect.class, effect.count, ...effect.initial.map(({ value }) => value)];
    case 'availability':
      return [effect.class, effect.available];
    case 'hold':
      return [effect.word, effect.held];
    case 'give':
      return [effect.owner];
    case 'move':
      return [effect.to];
    case 'bind':
      return [effect.role, effect.object];
    case 'become':
      return [effect.class];
    case 'raise':
      return effect.occurrences.flatMap(({ values }) => values.filter((value) => value !== undefined));
    case 'destroy':
      return [];
  }
}

function ownForms(model: Model, effect: Effect): readonly string[] {
  switch (effect.kind) {
    case 'modify':
      return modifyForms(model, effect);
    case 'step':
      return [`step ${model.columns[effect.column].name}`];
    case 'create':
      return createForms(model, effect);
    case 'availability':
      return [
        ...kindsNamed(model, effect.class).map((kind) => `availability ${kind}`),
        `availability ${effect.available.op === 'constant' && dataOf(effect.available).value === 0 ? 'off' : 'on'}`,
        ...(effect.class.op === 'read' ? ['availability of what a property names'] : []),
      ];
    case 'give':
      return [isNone(effect.owner) ? 'give to nobody' : 'give'];
    default:
      return [effect.kind];
  }
}

function modifyForms(
  model: Model,
  { column: index, modification, recipient, amount }: ModifyEffect,
): readonly string[] {
  const column = model.columns[index];
  return [
    `${nameOf(column, recipient)} ${modification}`,
    `${column.role} ${modification}`,
    ...(column.name === 'target' && isNone(amount) ? ['target cleared'] : []),
    ...(amount.op === 'read' && column.type.name === 'enumeration' ? ['property from the source'] : []),
  ];
}

function nameOf(column: Column, recipient: string): string {
  if (column.role === 'meter') return column.reset ? 'max meter' : 'meter';
  return recipient === 'empires' ? 'stockpile' : column.name;
}

function createForms(model: Model, { class: wanted, count, initial }: CreateEffect): readonly string[] {
  return [
    ...kindsNamed(model, wanted).map((kind) => `create ${kind}`),
    ...(count.op === 'constant' && Number(dataOf(count).value) <= 1 ? [] : ['create several']),
    ...(initial.length > 0 ? ['create with values'] : []),
    ...(wanted.op === 'constant' ? [] : ['create by expression']),
  ];
}

/** Kinds of the classes that an expression names. */
function kindsNamed(model: Model, wanted: Node): readonly string[] {
  const indices = nodesOf(wanted)
    .filter((node) => node.op === 'constant' && node.type.name === 'class')
    .map((node) => Number(dataOf(node).value));
  return indices.filter((index) => index > 0).map((index) => model.kinds[model.classes[index - 1].kind - 1].name);
}
