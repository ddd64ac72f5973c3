import { isSequential, printNode } from '../../eval/make-node.js';
import type { CreateEffect, Effect } from '../../ir/effect.js';
import { raises } from '../../ir/heard-effects.js';
import type { Node } from '../../ir/node.js';
import type {
  Ability,
  AbilityCarrier,
  Continuous,
  HeardChange,
  OccurrenceChange,
  OccurrenceType,
  Raised,
  TimingBook,
} from '../../ir/occurrence.js';
import type { Rule } from '../../ir/rule.js';
import type { Task, TriggerBook } from '../../ir/trigger.js';
import { EdictError } from '../../kernel/errors.js';
import { stepOf } from '../../meaning/answering.js';
import type { Model } from '../../model/model.js';
import { kindsOfCarriers } from '../finder/listener.js';

/**
 * Throws `bad-content` where triggers, lists of actions, occurrences or effects of `rules` name what is missing or
 * differs from the names of the model, or where an expression that is evaluated any number of times draws in sequence.
 */
export function checkBook(
  model: Model,
  { triggers, lists, timing: clock }: TriggerBook,
  book: TimingBook,
  rules: readonly Rule[] = [],
): void {
  const counts: Check['counts'] = {
    trigger: triggers.length,
    list: lists.length,
    type: book.types.length,
    ability: book.abilities.length,
    column: model.columns.length,
    enumeration: model.enumerations.length,
    role: model.roles.length,
    kind: model.kinds.length,
    class: model.classes.length,
  };
  const check: Check = { of: 'triggers', where: '', counts, model, book };
  checkOrder(check, 'trigger', triggers, model.triggers.length);
  if (!(clock.granularity >= 1) || !(clock.period >= 0)) refuse(check, 'a granularity below 1 or a period below 0');
  for (const { list, when, name } of triggers) {
    demand(check, 'list', list);
    if (isSequential(when)) refuse(check, `trigger ${name}, whose condition draws in sequence`);
  }
  const occurrences: Check = { ...check, of: 'occurrences' };
  const tasks = lists.flatMap((list) => list.actions.map(({ task }) => [list, task] as const));
  for (const [, task] of tasks) checkStart(check, task);
  checkOccurrences(occurrences);
  for (const [list, task] of tasks) checkTask(within(occurrences, 'list', list), task);
  for (const rule of rules) checkEffects(within(occurrences, 'rule', rule), rule.effects);
}

type Thing = 'trigger' | 'list' | 'type' | 'ability' | 'column' | 'enumeration' | 'role' | 'kind' | 'class';

interface Check {
  /** The part of the content, and the place in it, for errors. */
  readonly of: string;
  readonly where: string;
  readonly counts: Readonly<Record<Thing, number>>;
  readonly model: Model;
  readonly book: TimingBook;
}

function within(check: Check, what: string, { name }: { readonly name: string }): Check {
  return { ...check, where: `in the ${what} \`${name}\` ` };
}

function refuse({ of, where }: Check, what: string): never {
  throw new EdictError('bad-content', `the ${of} of the content have ${where}${what}; make them by a loader`);
}

/** Throws for an unknown index; kinds and classes begin at 1. */
function demand(check: Check, thing: Thing, index: number, label: string = thing): void {
  const first = thing === 'kind' || thing === 'class' ? 1 : 0;
  const count = check.counts[thing];
  if (!(Number.isInteger(index) && index >= first && index < first + count))
    refuse(check, `${label} ${index}, of ${count}`);
}

/** The same, where -1 is none. */
function demandIfAny(check: Check, thing: Thing, indices: readonly number[], label: string = thing): void {
  for (const index of indices) if (index !== -1) demand(check, thing, index, label);
}

function demandSteady(check: Check, nodes: readonly (Node | undefined)[]): void {
  if (nodes.some((node) => node !== undefined && isSequential(node)))
    refuse(check, 'an expression that draws in sequence');
}

function checkOrder(
  check: Check,
  thing: 'trigger' | 'type' | 'ability',
  all: readonly { readonly index: number }[],
  named: number,
): void {
  const plural = thing === 'ability' ? 'abilities' : `${thing}s`;
  if (all.length !== named) refuse(check, `${all.length} ${plural}, the model names ${named}`);
  all.forEach(({ index }, i) => {
    if (index !== i) refuse(check, `${thing} ${index} in place ${i}`);
  });
}

function checkStart(check: Check, task: Task): void {
  if (task.by === 'arm') for (const index of [...task.arm, ...task.disarm]) demand(check, 'trigger', index);
  if (task.by === 'group') {
    demand(check, 'list', task.list);
    if (task.otherwise !== undefined) demand(check, 'list', task.otherwise);
  }
  if (task.by === 'start')
    for (const list of typeof task.list === 'number' ? [task.list] : task.list.lists.values())
      demand(check, 'list', list);
}

function checkOccurrences(check: Check): void {
  const { types, abilities, continuous, players, active, next, steps } = check.book;
  checkNames(check);
  if (players !== 0) demand(check, 'kind', players, 'players of kind');
  demandIfAny(check, 'role', [active, next]);
  demandIfAny(check, 'enumeration', [steps], 'steps of enumeration');
  for (const type of types) checkType(within(check, 'type', type), type);
  checkMemories(check);
  for (const ability of abilities) {
    const here = within(check, 'ability', ability);
    checkAbility(here, ability);
    checkAnswering(here, ability);
  }
  continuous.forEach((each, i) => {
    if (each.index !== i) refuse(check, `continuous ${each.index} in place ${i}`);
    checkContinuous(within(check, 'continuous', each), each);
  });
  checkHolding(check);
}

/** The model determines the rows of states. */
function checkNames(check: Check): void {
  const { types, abilities } = check.book;
  const { occurrences, abilities: names } = check.model;
  // A model may exist alone, for its state.
  if (types.length === 0 && abilities.length === 0) return;
  checkOrder(check, 'type', types, occurrences.length);
  checkOrder(check, 'ability', abilities, names.length);
  types.forEach(({ name, fields }, i) => {
    const known = occurrences[i];
    if (known.name !== name || known.fields !== fields.length)
      refuse(check, `a type ${name} with ${fields.length} places, the model has ${known.name} with ${known.fields}`);
  });
  abilities.forEach(({ name }, i) => {
    if (names[i] !== name) refuse(check, `an ability ${name}, which the model calls ${names[i]}`);
  });
  checkPlaces(check);
}

/** A field has one place in all types, for abilities that listen to several. */
function checkPlaces(check: Check): void {
  const places = new Map<string, number>();
  for (const { name, fields, remembers } of check.book.types) {
    for (const [place, field] of fields.entries()) {
      if (field === undefined) continue;
      const known = places.get(field.name) ?? place;
      if (known !== place) refuse(check, `a field ${field.name} in the places ${known} and ${place}`);
      places.set(field.name, place);
    }
    if (new Set(remembers.map(({ number }) => number)).size < remembers.length)
      refuse(check, `a type ${name} that remembers two expressions under one number`);
  }
}

/** Types may share what they remember under a number. */
function checkMemories(check: Check): void {
  const nodes = new Map<number, Node>();
  for (const { name, remembers } of check.book.types) {
    for (const { number, node } of remembers) {
      const known = nodes.get(number) ?? node;
      if (known !== node && printNode(known) !== printNode(node))
        refuse(
          check,
          `a type ${name} that remembers under the number ${number} another expression than the types before it`,
        );
      nodes.set(number, node);
    }
  }
}

function checkType(check: Check, type: OccurrenceType): void {
  const { fields, possible, change, remembers, subject, player, target, amount } = type;
  for (const field of [subject, player, target, amount]) if (field !== -1) checkField(check, fields, field);
  for (const field of fields) if (field?.type.name === 'enumeration') demand(check, 'enumeration', field.type.index);
  demandSteady(check, [possible, ...remembers.map(({ node }) => node)]);
  checkChange(check, fields, change);
}

function checkChange(check: Check, fields: OccurrenceType['fields'], change: OccurrenceChange): void {
  if (change.by === 'list') demand(check, 'list', change.list);
  else if (change.by === 'effect') checkHeard(check, change.what);
  else if (change.by !== 'nothing') checkField(check, fields, change.field);
}

/** Places of other types are no fields. */
function checkField(check: Check, fields: OccurrenceType['fields'], field: number): void {
  if (!(Number.isInteger(field) && field >= 0 && field < fields.length))
    refuse(check, `field ${field}, of ${fields.length}`);
  if (fields[field] === undefined) refuse(check, `field ${field}, which belongs to other types`);
}

function checkHeard(check: Check, heard: HeardChange): void {
  if ('column' in heard) demand(check, 'column', heard.column);
  else demand(check, 'kind', heard.kind);
}

function checkAbility(check: Check, ability: Ability): void {
  const { on, carrier, controller, live, condition, list, into, yields } = ability;
  for (const { type } of on) demand(check, 'type', type);
  if (new Set(on.map(({ type }) => type)).size < on.length) refuse(check, 'one type listed twice');
  demandIfAny(check, 'list', [list]);
  checkCarrier(check, carrier);
  demandSteady(check, [controller, live, condition, yields, ...on.map((each) => each.where)]);
  if (into !== undefined) checkRaised(check, into);
}

/** Abilities that could never answer as they say. */
function checkAnswering(check: Check, ability: Ability): void {
  const { class: kind, at, carrier, next, into } = ability;
  const step = stepOf(ability);
  const faults: readonly (readonly [boolean, string])[] = [
    [step === 'pay' && at !== 'when', `what yields at \`${at}\`, where nothing is paid`],
    [step === 'A' && at !== 'before', `the class ${kind} at \`${at}\`, where nothing can be prevented any more`],
    [step === 'C' && at === 'would', `a reaction at \`would\`, where nobody reacts`],
    [next && carrier.by !== 'world' && carrier.by !== 'creation', `\`next\` of what objects carry, which they keep`],
    [kind === 'substitute' && into === undefined, 'a substitute without what occurs instead'],
    [kind !== 'substitute' && into !== undefined, `what occurs instead, of the class ${kind}`],
  ];
  for (const [isFault, fault] of faults) if (isFault) refuse(check, fault);
}

function checkCarrier(check: Check, carrier: AbilityCarrier): void {
  if (carrier.by === 'classes') for (const each of carrier.classes) demand(check, 'class', each);
  if (carrier.by === 'kind') demand(check, 'kind', carrier.kind);
}

function checkContinuous(check: Check, { carrier, condition, column, begins, ends }: Continuous): void {
  const { columns } = check.model;
  checkCarrier(check, carrier);
  demand(check, 'column', column);
  const { name, type, kinds: ofKinds } = columns[column];
  if (type.name !== 'boolean') refuse(check, `the column ${name}, which is not boolean`);
  if (kindsOfCarriers(carrier, check.model).some((kind) => ofKinds[kind] !== 1))
    refuse(check, `carriers that have no column ${name}`);
  demandIfAny(check, 'list', [begins, ends]);
  demandSteady(check, [condition]);
}

/** A column belongs to one continuous ability. */
function checkHolding(check: Check): void {
  const names = new Map<number, string>();
  for (const { name, column } of check.book.continuous) {
    const known = names.get(column);
    if (known !== undefined)
      refuse(check, `the continuous \`${known}\` and \`${name}\` in one column, ${check.model.columns[column].name}`);
    names.set(column, name);
  }
}

function checkRaised(check: Check, { type, values }: Raised): void {
  demand(check, 'type', type);
  const { name, fields } = check.book.types[type];
  if (values.some((value, place) => value !== undefined && fields.at(place) === undefined))
    refuse(check, `a value for a field that the type ${name} lacks`);
  demandSteady(check, values);
}

function checkTask(check: Check, task: Task): void {
  const { types, abilities } = check.book;
  if ('occurrences' in task) for (const each of task.occurrences) checkRaised(check, each);
  if ('occurrence' in task) checkRaised(check, task.occurrence);
  switch (task.by) {
    case 'effects':
      checkEffects(check, task.effects);
      return;
    case 'pay': {
      demandIfAny(check, 'type', [task.paid]);
      const { name, player, amount } = types[task.occurrence.type];
      if (player < 0) refuse(check, `a payment of the type ${name}, which has no player to pay it`);
      if (amount < 0) refuse(check, `a payment of the type ${name}, which has no amount to be paid`);
      return;
    }
    case 'add': {
      demand(check, 'ability', task.ability);
      const { name, carrier } = abilities[task.ability];
      if (carrier.by !== 'creation')
        refuse(check, `an action that creates the ability ${name}, which is not carried by creation`);
      demandSteady(check, [task.source, task.controller]);
      return;
    }
    case 'adjust':
      demandSteady(check, [task.amount]);
      return;
    case 'retarget':
      demandSteady(check, [task.to]);
      return;
    default:
  }
}

function checkEffects(check: Check, effects: readonly Effect[]): void {
  for (const effect of effects) {
    if (effect.kind === 'raise') for (const each of effect.occurrences) checkRaised(check, each);
    if (effect.kind === 'branch') checkEffects(check, [...effect.then, ...effect.otherwise]);
    if (effect.kind === 'create') checkCreation(check, effect);
  }
}

/** Creation happens within an effect, where nothing can be resolved. */
function checkCreation(check: Check, { then = [], inside = [] }: CreateEffect): void {
  if (then.some(raises))
    refuse(
      check,
      `an effect that raises occurrences in the \`then\` of a creation; raise them by a further effect, or by an ability that answers the creation`,
    );
  for (const each of inside) checkCreation(check, each);
}
