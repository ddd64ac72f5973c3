import { isSequential, printNode } from '../../eval/make-node.js';
import type { Model } from '../../model/model.js';
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
import type { ActionList, Deed } from '../../ir/trigger.js';
import { type Demand, demandOf } from '../trigger/check-book.js';
import { stepOf } from '../../meaning/answering.js';
import { raises } from '../../ir/heard-effects.js';

/**
 * Throws `bad-content` where a book of occurrences is not whole: what it names is not there, its names are not those of
 * the model, or what is asked as often as need be draws in sequence. `lists` are those whose actions may raise, pay and
 * add what the book has; effects of `rules` may raise it.
 */
export function checkTiming(
  model: Model,
  book: TimingBook,
  lists: readonly ActionList[],
  rules: readonly Rule[] = [],
): void {
  const check = checkOf(model, book, lists);
  checkNames(check);
  checkPlay(check);
  for (const type of book.types) checkType(check, type);
  checkMemories(check);
  for (const ability of book.abilities) {
    checkAbility(check, ability);
    checkAnswering(check, ability);
  }
  book.continuous.forEach((each, i) => {
    checkContinuous(check, each, i);
  });
  checkHolding(check);
  for (const { name, actions } of lists) for (const { deed } of actions) checkDeed(check, deed, `the list \`${name}\``);
  for (const { name, effects } of rules) checkEffects(check, effects, `the rule \`${name}\``);
}

interface Check extends Demand {
  readonly model: Model;
  readonly book: TimingBook;
  readonly lists: readonly ActionList[];
  /** Refuses expressions that draw in sequence. */
  readonly steady: (nodes: readonly (Node | undefined)[], where: string) => void;
}

function checkOf(model: Model, book: TimingBook, lists: readonly ActionList[]): Check {
  const demand = demandOf('occurrences');
  return {
    ...demand,
    model,
    book,
    lists,
    steady(nodes, where) {
      if (nodes.some((node) => node !== undefined && isSequential(node)))
        demand.refuse(`in ${where} an expression that draws in sequence`);
    },
  };
}

/** States have rows by what the model says. */
function checkNames({ model: { occurrences, abilities: names }, book: { types, abilities }, refuse }: Check): void {
  // A model may be made by itself, to look at its state.
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

/** Abilities that listen to several types read one place of all. */
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

/** Several types may remember the same under one number. */
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
  const { name, fields, possible, change, remembers } = type;
  const where = `the type \`${name}\``;
  for (const field of [type.subject, type.player, type.target, type.amount])
    if (field !== -1) checkField(check, fields, field, where);
  for (const field of fields)
    if (field?.type.name === 'enumeration')
      check.demand(`in ${where} enumeration`, field.type.index, check.model.enumerations.length);
  check.steady([possible, ...remembers.map(({ node }) => node)], where);
  checkChange(check, type, change, where);
}

function checkChange(check: Check, { fields }: OccurrenceType, change: OccurrenceChange, where: string): void {
  switch (change.by) {
    case 'list':
      check.demand(`in ${where} list`, change.list, check.lists.length);
      return;
    case 'effect':
      checkHeard(check, where, change.what);
      return;
    case 'nothing':
      return;
    default:
      checkField(check, fields, change.field, where);
  }
}

/** Places of other types are no fields. */
function checkField({ demand, refuse }: Check, fields: OccurrenceType['fields'], field: number, where: string): void {
  demand(`in ${where} field`, field, fields.length);
  if (fields[field] === undefined) refuse(`in ${where} field ${field}, which belongs to other types`);
}

function checkHeard({ model: { columns, kinds }, demand }: Check, where: string, heard: HeardChange): void {
  if ('column' in heard) demand(`in ${where} column`, heard.column, columns.length);
  else demand(`in ${where} kind`, heard.kind, kinds.length, 1);
}

function checkAbility(
  check: Check,
  { name, on, carrier, controller, live, condition, list, into, yields }: Ability,
): void {
  const where = `the ability \`${name}\``;
  const { book, demand, refuse, steady } = check;
  for (const { type } of on) demand(`in ${where} type`, type, book.types.length);
  if (new Set(on.map(({ type }) => type)).size < on.length) refuse(`in ${where} one type that it listens to twice`);
  if (list !== -1) demand(`in ${where} list`, list, check.lists.length);
  checkCarrier(check, carrier, where);
  steady([controller, live, condition, yields, ...on.map((each) => each.where)], where);
  if (into !== undefined) checkRaised(check, into, where);
}

/** Abilities that could never answer, or not as they say. */
function checkAnswering({ refuse }: Check, ability: Ability): void {
  const { name, class: sort, at, carrier, next, into } = ability;
  const step = stepOf(ability);
  const where = `the ability \`${name}\``;
  if (step === 'pay' && at !== 'when') refuse(`in ${where} what yields at \`${at}\`, where nothing is paid`);
  if (step === 'A' && at !== 'before')
    refuse(`in ${where} the class ${sort} at \`${at}\`, where nothing can be prevented any more`);
  if (step === 'C' && at === 'would') refuse(`in ${where} a reaction at \`would\`, where nobody reacts`);
  if (next && carrier.by !== 'world' && carrier.by !== 'creation')
    refuse(`in ${where} \`next\` of what objects carry, which they keep`);
  if (sort === 'substitute' && into === undefined) refuse(`in ${where} a substitute without what occurs instead`);
  if (sort !== 'substitute' && into !== undefined) refuse(`in ${where} what occurs instead, of the class ${sort}`);
}

function checkCarrier({ model: { classes, kinds }, demand }: Check, carrier: AbilityCarrier, where: string): void {
  if (carrier.by === 'classes')
    for (const each of carrier.classes) demand(`in ${where} class`, each, classes.length, 1);
  if (carrier.by === 'kind') demand(`in ${where} kind`, carrier.kind, kinds.length, 1);
}

function checkContinuous(
  check: Check,
  { index, name, carrier, condition, column, begins, ends }: Continuous,
  place: number,
): void {
  const where = `the continuous \`${name}\``;
  const { model, demand, refuse, steady } = check;
  if (index !== place) refuse(`continuous ${index} in place ${place}`);
  checkCarrier(check, carrier, where);
  demand(`in ${where} column`, column, model.columns.length);
  if (model.columns[column].type.name !== 'boolean')
    refuse(`in ${where} the column ${model.columns[column].name}, which is no boolean`);
  const kinds =
    carrier.by === 'kind' ? [carrier.kind] : [...carrier.classes].map((each) => model.classes[each - 1].kind);
  if (kinds.some((kind) => model.columns[column].kinds[kind] !== 1))
    refuse(`in ${where} carriers that have no column ${model.columns[column].name}`);
  for (const list of [begins, ends]) if (list !== -1) demand(`in ${where} list`, list, check.lists.length);
  steady([condition], where);
}

/** A column says of one thing whether it holds. */
function checkHolding({ model, book: { continuous }, refuse }: Check): void {
  const names = new Map<number, string>();
  for (const { name, column } of continuous) {
    const known = names.get(column);
    if (known !== undefined)
      refuse(`the continuous \`${known}\` and \`${name}\` in one column, ${model.columns[column].name}`);
    names.set(column, name);
  }
}

function checkRaised(
  { book: { types }, demand, refuse, steady }: Check,
  { type, values }: Raised,
  where: string,
): void {
  demand(`in ${where} type`, type, types.length);
  if (values.some((value, place) => value !== undefined && types[type].fields.at(place) === undefined))
    refuse(`in ${where} a value for a field that the type ${types[type].name} has not`);
  steady(values, where);
}

function checkPayable({ book: { types }, refuse }: Check, type: number, where: string): void {
  const { name, player, amount } = types[type];
  if (player < 0) refuse(`in ${where} a payment of the type ${name}, which has no player to pay it`);
  if (amount < 0) refuse(`in ${where} a payment of the type ${name}, which has no amount to be paid`);
}

function checkDeed(check: Check, deed: Deed, where: string): void {
  const {
    book: { types, abilities },
    demand,
    refuse,
    steady,
  } = check;
  switch (deed.by) {
    case 'raise':
      for (const each of deed.occurrences) checkRaised(check, each, where);
      return;
    case 'effects':
      checkEffects(check, deed.effects, where);
      return;
    case 'point':
      checkRaised(check, deed.occurrence, where);
      return;
    case 'pay':
      checkRaised(check, deed.occurrence, where);
      if (deed.paid !== -1) demand(`in ${where} type`, deed.paid, types.length);
      checkPayable(check, deed.occurrence.type, where);
      return;
    case 'add':
      demand(`in ${where} ability`, deed.ability, abilities.length);
      if (abilities[deed.ability].carrier.by !== 'creation')
        refuse(
          `in ${where} an action that creates the ability ${abilities[deed.ability].name}, which is not carried by creation`,
        );
      steady([deed.source, deed.controller], where);
      return;
    case 'adjust':
      steady([deed.amount], where);
      return;
    case 'retarget':
      steady([deed.to], where);
      return;
    default:
  }
}

function checkEffects(check: Check, effects: readonly Effect[], where: string): void {
  for (const effect of effects) {
    if (effect.kind === 'raise') for (const each of effect.occurrences) checkRaised(check, each, where);
    if (effect.kind === 'branch') checkEffects(check, [...effect.then, ...effect.otherwise], where);
    if (effect.kind === 'create') checkCreation(check, effect, where);
  }
}

/** What is created is made in the middle of an effect, where nothing can be resolved to its end. */
function checkCreation(check: Check, { then = [], inside = [] }: CreateEffect, where: string): void {
  if (then.some(raises))
    check.refuse(
      `in ${where} an effect that raises occurrences in the \`then\` of a creation; raise them by a further effect, or by an ability that answers the creation`,
    );
  for (const each of inside) checkCreation(check, each, where);
}
