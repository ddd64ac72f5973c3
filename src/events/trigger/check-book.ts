import { EdictError } from '../../kernel/errors.js';
import type { Model } from '../../model/model.js';
import { isSequential, printNode } from '../../eval/make-node.js';
import type { ActionList, Deed, TriggerBook } from '../../ir/trigger.js';
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
import type { Node } from '../../ir/node.js';
import type { CreateEffect, Effect, Rule } from '../../ir/rule.js';
import { stepOf } from '../../meaning/answering.js';
import { raises } from '../../ir/heard-effects.js';

/** Throws where a book of triggers names missing lists or triggers, or conditions draw in sequence. */
export function checkTriggers({ triggers: names }: Model, { triggers, lists, timing }: TriggerBook): void {
  const { demand, refuse } = demandOf('triggers');
  if (names.length !== triggers.length) refuse(`${triggers.length} triggers, the model names ${names.length}`);
  if (!(timing.granularity >= 1) || !(timing.period >= 0)) refuse('a granularity below 1 or a period below 0');
  triggers.forEach(({ index, list, when }, i) => {
    if (index !== i) refuse(`trigger ${index} in place ${i}`);
    demand('list', list, lists.length);
    if (isSequential(when)) refuse(`trigger ${names[i]}, whose condition draws in sequence`);
  });
  for (const { actions } of lists) for (const { deed } of actions) checkDeed(deed);

  function checkDeed(deed: Deed): void {
    if (deed.by === 'arm') for (const index of [...deed.arm, ...deed.disarm]) demand('trigger', index, triggers.length);
    if (deed.by === 'group') demand('list', deed.list, lists.length);
    if (deed.by === 'start')
      for (const list of typeof deed.list === 'number' ? [deed.list] : deed.list.lists.values())
        demand('list', list, lists.length);
  }
}

interface Demand {
  /** Throws `bad-content` for an unknown index; indices begin at `first` (0). */
  readonly demand: (what: string, index: number, count: number, first?: number) => void;
  readonly refuse: (what: string) => never;
  /** Refuses expressions that draw in sequence. */
  readonly steady: (nodes: readonly (Node | undefined)[]) => void;
}

function demandOf(book: string, where = ''): Demand {
  const refuse: Demand['refuse'] = (what) => {
    throw new EdictError('bad-content', `the ${book} of the content have ${where}${what}; make them by a loader`);
  };
  return {
    refuse,
    demand(what, index, count, first = 0) {
      if (!(Number.isInteger(index) && index >= first && index < first + count))
        refuse(`${what} ${index}, of ${count}`);
    },
    steady(nodes) {
      if (nodes.some((node) => node !== undefined && isSequential(node)))
        refuse('an expression that draws in sequence');
    },
  };
}

/**
 * Throws `bad-content` where a book of occurrences names what is missing, differs from the names of the model, or draws
 * in sequence where it is evaluated any number of times. Actions of `lists` may raise, pay and add; effects of `rules`
 * may raise.
 */
export function checkTiming(
  model: Model,
  book: TimingBook,
  lists: readonly ActionList[],
  rules: readonly Rule[] = [],
): void {
  const check: Check = { ...demandOf('occurrences'), model, book, lists };
  checkNames(check);
  checkPlay(check);
  for (const type of book.types) checkType(within(check, 'type', type), type);
  checkMemories(check);
  for (const ability of book.abilities) {
    const here = within(check, 'ability', ability);
    checkAbility(here, ability);
    checkAnswering(here, ability);
  }
  book.continuous.forEach((each, i) => {
    if (each.index !== i) check.refuse(`continuous ${each.index} in place ${i}`);
    checkContinuous(within(check, 'continuous', each), each);
  });
  checkHolding(check);
  for (const list of lists) for (const { deed } of list.actions) checkDeed(within(check, 'list', list), deed);
  for (const rule of rules) checkEffects(within(check, 'rule', rule), rule.effects);
}

interface Check extends Demand {
  readonly model: Model;
  readonly book: TimingBook;
  readonly lists: readonly ActionList[];
}

/** The same in some part of the content, which errors name. */
function within(check: Check, what: string, { name }: { readonly name: string }): Check {
  return { ...check, ...demandOf('occurrences', `in the ${what} \`${name}\` `) };
}

/** The model determines the rows of states. */
function checkNames({ model: { occurrences, abilities: names }, book: { types, abilities }, refuse }: Check): void {
  // A model may exist alone, for its state.
  if (types.length === 0 && abilities.length === 0) return;
  if (occurrences.length !== types.length) refuse(`${types.length} types, the model names ${occurrences.length}`);
  if (names.length !== abilities.length) refuse(`${abilities.length} abilities, the model names ${names.length}`);
  types.forEach(({ index, name, fields }, i) => {
    if (index !== i) refuse(`type ${index} in place ${i}`);
    if (occurrences[i].name !== name || occurrences[i].fields !== fields.length)
      refuse(
        `a type ${name} with ${fields.length} places, the model has ${occurrences[i].name} with ${occurrences[i].fields}`,
      );
  });
  abilities.forEach(({ index, name }, i) => {
    if (index !== i) refuse(`ability ${index} in place ${i}`);
    if (names[i] !== name) refuse(`an ability ${name}, which the model calls ${names[i]}`);
  });
  checkPlaces(types, refuse);
}

/** A field has one place in all types, for abilities that listen to several. */
function checkPlaces(types: readonly OccurrenceType[], refuse: Demand['refuse']): void {
  const places = new Map<string, number>();
  for (const { name, fields, remembers } of types) {
    for (const [place, field] of fields.entries()) {
      if (field === undefined) continue;
      const known = places.get(field.name) ?? place;
      if (known !== place) refuse(`a field ${field.name} in the places ${known} and ${place}`);
      places.set(field.name, place);
    }
    if (new Set(remembers.map(({ number }) => number)).size < remembers.length)
      refuse(`a type ${name} that remembers two expressions under one number`);
  }
}

/** Types may share what they remember under a number. */
function checkMemories({ book: { types }, refuse }: Check): void {
  const nodes = new Map<number, Node>();
  for (const { name, remembers } of types) {
    for (const { number, node } of remembers) {
      const known = nodes.get(number) ?? node;
      if (known !== node && printNode(known) !== printNode(node))
        refuse(`a type ${name} that remembers under the number ${number} another expression than the types before it`);
      nodes.set(number, node);
    }
  }
}

function checkPlay({
  model: { kinds, roles, enumerations },
  book: { players, active, next, steps },
  demand,
}: Check): void {
  if (players !== 0) demand('players of kind', players, kinds.length, 1);
  for (const role of [active, next]) if (role !== -1) demand('role', role, roles.length);
  if (steps !== -1) demand('steps of enumeration', steps, enumerations.length);
}

function checkType(check: Check, type: OccurrenceType): void {
  const { fields, possible, change, remembers } = type;
  for (const field of [type.subject, type.player, type.target, type.amount])
    if (field !== -1) checkField(check, fields, field);
  for (const field of fields)
    if (field?.type.name === 'enumeration')
      check.demand('enumeration', field.type.index, check.model.enumerations.length);
  check.steady([possible, ...remembers.map(({ node }) => node)]);
  checkChange(check, type, change);
}

function checkChange(check: Check, { fields }: OccurrenceType, change: OccurrenceChange): void {
  switch (change.by) {
    case 'list':
      check.demand('list', change.list, check.lists.length);
      return;
    case 'effect':
      checkHeard(check, change.what);
      return;
    case 'nothing':
      return;
    default:
      checkField(check, fields, change.field);
  }
}

/** Places of other types are no fields. */
function checkField({ demand, refuse }: Check, fields: OccurrenceType['fields'], field: number): void {
  demand('field', field, fields.length);
  if (fields[field] === undefined) refuse(`field ${field}, which belongs to other types`);
}

function checkHeard({ model: { columns, kinds }, demand }: Check, heard: HeardChange): void {
  if ('column' in heard) demand('column', heard.column, columns.length);
  else demand('kind', heard.kind, kinds.length, 1);
}

function checkAbility(check: Check, { on, carrier, controller, live, condition, list, into, yields }: Ability): void {
  const { book, demand, refuse, steady } = check;
  for (const { type } of on) demand('type', type, book.types.length);
  if (new Set(on.map(({ type }) => type)).size < on.length) refuse('one type that it listens to twice');
  if (list !== -1) demand('list', list, check.lists.length);
  checkCarrier(check, carrier);
  steady([controller, live, condition, yields, ...on.map((each) => each.where)]);
  if (into !== undefined) checkRaised(check, into);
}

/** Abilities that could never answer as they say. */
function checkAnswering({ refuse }: Check, ability: Ability): void {
  const { class: sort, at, carrier, next, into } = ability;
  const step = stepOf(ability);
  if (step === 'pay' && at !== 'when') refuse(`what yields at \`${at}\`, where nothing is paid`);
  if (step === 'A' && at !== 'before')
    refuse(`the class ${sort} at \`${at}\`, where nothing can be prevented any more`);
  if (step === 'C' && at === 'would') refuse(`a reaction at \`would\`, where nobody reacts`);
  if (next && carrier.by !== 'world' && carrier.by !== 'creation')
    refuse(`\`next\` of what objects carry, which they keep`);
  if (sort === 'substitute' && into === undefined) refuse('a substitute without what occurs instead');
  if (sort !== 'substitute' && into !== undefined) refuse(`what occurs instead, of the class ${sort}`);
}

function checkCarrier({ model: { classes, kinds }, demand }: Check, carrier: AbilityCarrier): void {
  if (carrier.by === 'classes') for (const each of carrier.classes) demand('class', each, classes.length, 1);
  if (carrier.by === 'kind') demand('kind', carrier.kind, kinds.length, 1);
}

function checkContinuous(check: Check, { carrier, condition, column, begins, ends }: Continuous): void {
  const { model, demand, refuse, steady } = check;
  checkCarrier(check, carrier);
  demand('column', column, model.columns.length);
  if (model.columns[column].type.name !== 'boolean')
    refuse(`the column ${model.columns[column].name}, which is no boolean`);
  const kinds =
    carrier.by === 'kind' ? [carrier.kind] : [...carrier.classes].map((each) => model.classes[each - 1].kind);
  if (kinds.some((kind) => model.columns[column].kinds[kind] !== 1))
    refuse(`carriers that have no column ${model.columns[column].name}`);
  for (const list of [begins, ends]) if (list !== -1) demand('list', list, check.lists.length);
  steady([condition]);
}

/** A column belongs to one continuous ability. */
function checkHolding({ model, book: { continuous }, refuse }: Check): void {
  const names = new Map<number, string>();
  for (const { name, column } of continuous) {
    const known = names.get(column);
    if (known !== undefined)
      refuse(`the continuous \`${known}\` and \`${name}\` in one column, ${model.columns[column].name}`);
    names.set(column, name);
  }
}

function checkRaised({ book: { types }, demand, refuse, steady }: Check, { type, values }: Raised): void {
  demand('type', type, types.length);
  if (values.some((value, place) => value !== undefined && types[type].fields.at(place) === undefined))
    refuse(`a value for a field that the type ${types[type].name} has not`);
  steady(values);
}

function checkPayable({ book: { types }, refuse }: Check, type: number): void {
  const { name, player, amount } = types[type];
  if (player < 0) refuse(`a payment of the type ${name}, which has no player to pay it`);
  if (amount < 0) refuse(`a payment of the type ${name}, which has no amount to be paid`);
}

function checkDeed(check: Check, deed: Deed): void {
  const {
    book: { types, abilities },
    demand,
    refuse,
    steady,
  } = check;
  switch (deed.by) {
    case 'raise':
      for (const each of deed.occurrences) checkRaised(check, each);
      return;
    case 'effects':
      checkEffects(check, deed.effects);
      return;
    case 'point':
      checkRaised(check, deed.occurrence);
      return;
    case 'pay':
      checkRaised(check, deed.occurrence);
      if (deed.paid !== -1) demand('type', deed.paid, types.length);
      checkPayable(check, deed.occurrence.type);
      return;
    case 'add':
      demand('ability', deed.ability, abilities.length);
      if (abilities[deed.ability].carrier.by !== 'creation')
        refuse(`an action that creates the ability ${abilities[deed.ability].name}, which is not carried by creation`);
      steady([deed.source, deed.controller]);
      return;
    case 'adjust':
      steady([deed.amount]);
      return;
    case 'retarget':
      steady([deed.to]);
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
    check.refuse(
      `an effect that raises occurrences in the \`then\` of a creation; raise them by a further effect, or by an ability that answers the creation`,
    );
  for (const each of inside) checkCreation(check, each);
}
