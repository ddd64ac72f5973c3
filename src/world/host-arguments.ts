import type { Graph, Link } from '../model/connection.js';
import {
  type Class,
  type Column,
  type Holding,
  type Kind,
  type Model,
  type Question,
  classAt,
  kindAt,
  type ColumnType,
  largestValue,
} from '../model/model.js';
import type { WorldState } from '../components/state.js';
import { meantOrKnown } from '../content/text/nearest-name.js';
import { EdictError } from '../kernel/errors.js';
import { refused, shorten, describe, isList, isObject, reading, unreadable, entriesGiven } from '../kernel/given.js';
import type { OccurrenceField, OccurrenceType } from '../ir/occurrence.js';
import { demand, handleOf, resolve } from '../kernel/identity.js';
import type { Expression } from '../ir/node.js';
import { keptBy } from '../kernel/maps.js';
import { fromHostType, misfit } from './typed-value.js';
import type { OccurrenceValues } from './events-api.js';

export function columnNamed(model: Model, given: unknown): Column {
  const name = nameGiven('meter or property', given);
  const column = model.columnByName.get(name);
  if (column !== undefined) return column;
  const other = otherUse(model, name);
  if (other !== undefined) throw unknown('meter or property', name, other);
  const { variables } = model;
  if (variables.length === 0) return refuse('meter or property', name, [...model.columnByName.keys()]);
  const holders = variables
    .filter((variable) => variable.name === name)
    .slice(0, mostShown)
    .map(({ kind }) => kindAt(model, kind).name);
  if (holders.length > 0) throw unknown('meter or property', name, `it is a variable of ${holders.join(', ')}`);
  return refuse('meter, property or variable', name, [
    ...model.columnByName.keys(),
    ...variables.slice(0, mostCompared).map((variable) => variable.name),
  ]);
}

/** Sets, lists and questions are declared like properties. */
function otherUse({ holdings, links, questions }: Model, name: string): string | undefined {
  const isIt = (each: { readonly name: string }) => each.name === name;
  if (holdings.some(isIt))
    return 'it is a set: use wordsOf, hasWord and setWord of relations, holdings of spawn, and { holding, word } in an override';
  if (links.some(isIt))
    return 'it is a list: use listOf and setList of relations, and lists of spawn; no override supposes it to be otherwise';
  const question = questions.find(isIt);
  return question === undefined
    ? undefined
    : 'it follows from other things: ask an expression that has it, and use { ' +
        `question${question.words < 0 ? '' : ', word'} } in an override`;
}

const mostShown = 8;

/** An error among very many names must not be slow. */
const mostCompared = 10_000;

export function classNamed(model: Model, name: string): Class {
  return model.classByName.get(name) ?? refuse('class', name, [...model.classByName.keys()]);
}

export function kindNamed(model: Model, name: string): Kind {
  return model.kindByName.get(name) ?? refuse('kind', name, [...model.kindByName.keys()]);
}

export function roleNamed({ roles }: Model, name: string): number {
  return placeNamed('role', roles, name);
}

export function triggerNamed({ triggers }: Model, trigger: string | number): number {
  if (typeof trigger !== 'number') return placeNamed('trigger', triggers, trigger);
  if (Number.isInteger(trigger) && trigger >= 0 && trigger < triggers.length) return trigger;
  throw new EdictError(
    'unknown-name',
    `there is no trigger ${String(trigger)}; the content has ${triggers.length}, from 0`,
  );
}

export function relationNamed({ relations }: Model, name: string): number {
  return relations.indexOf(named('relation', relations, name));
}

export function holdingNamed({ holdings }: Model, name: string): Holding {
  return named('set', holdings, name);
}

export function linkNamed({ links }: Model, name: string): Link {
  return named('list', links, name);
}

export function networkNamed({ graphs }: Model, name: string): Graph {
  return named('network', graphs, name);
}

export function questionNamed({ questions }: Model, name: string): Question {
  return named('question', questions, name);
}

export function named<Item extends { readonly name: string }>(
  what: string,
  items: readonly Item[],
  name: string,
): Item {
  return items.find((item) => item.name === name) ?? refuse(what, name, namesOf(items));
}

function namesOf(items: readonly { readonly name: string }[]): readonly string[] {
  return items.map(({ name }) => name);
}

/** From 1. */
export function wordNamed(model: Model, enumeration: number, word: string): number {
  const { name, members } = model.enumerations[enumeration];
  return placeNamed(`word of ${name}`, members, word) + 1;
}

function placeNamed(what: string, names: readonly string[], name: string): number {
  return placesIn(names).get(name) ?? refuse(what, name, names.slice(0, mostCompared));
}

/** From 0; there may be tens of thousands. */
const placesIn = keptBy(
  (names: readonly string[]): ReadonlyMap<string, number> => new Map(names.map((name, i) => [name, i])),
  new WeakMap(),
);

export function classOrKind({ model, class: classes, identity }: WorldState, id: number): { readonly name: string } {
  return classes[id] === 0 ? kindAt(model, identity.kind[id]) : classAt(model, classes[id]);
}

export function refuse(what: string, given: string, known: readonly string[]): never {
  const name = nameGiven(what, given);
  throw unknown(what, name, meantOrKnown(name, known));
}

function unknown(what: string, name: string, hint: string): EdictError {
  return new EdictError('unknown-name', `there is no ${what} ${shorten(name)}; ${hint}`, shorten(name));
}

export function nameGiven(what: string, given: unknown): string {
  if (typeof given !== 'string') throw refused(`the name of a ${what}`, given, 'a text');
  return given;
}

/** A copy of options. Throws unless they are an object with known keys. */
export function optionsGiven<Options extends object>(
  what: string,
  options: Options,
  known: readonly string[],
): Options {
  demandOptions(what, options);
  try {
    return isPlain(options) ? clonedOf(what, options, known) : pickedFrom(what, options, known);
  } catch (error) {
    throw unreadable(`what ${what} is given`, error);
  }
}

/** Without a copy, for calls that read each option once and handle `unreadable`. */
export function checkOptions(what: string, options: object, known: readonly string[]): void {
  demandOptions(what, options);
  for (const key of Object.keys(options)) if (!known.includes(key)) throw unknownOption(what, key, known);
}

function demandOptions(what: string, given: unknown): void {
  if (!isObject(given) || isList(given)) throw mistaken(what, 'an object of options', given);
}

export function demandList<Item>(call: string, what: string, given: readonly Item[]): readonly Item[] {
  if (!isList(given)) throw mistaken(call, `a list of ${what}`, given);
  return reading(`what ${call} is given`, () => Array.from(given));
}

export function mistaken(call: string, expected: string, given: unknown): EdictError {
  return new EdictError('bad-option', `${call} takes ${expected}, not ${describe(given)}`);
}

function isPlain(options: object): boolean {
  const form: unknown = Object.getPrototypeOf(options);
  return form === Object.prototype || form === null;
}

/** Engines copy literals quickly, and a million objects may be spawned in a second. */
function clonedOf<Options extends object>(what: string, options: Options, known: readonly string[]): Options {
  const copy = { ...options };
  for (const key in copy) {
    if (!known.includes(key)) {
      // Hosts may extend all objects.
      if (!Object.hasOwn(copy, key)) continue;
      throw unknownOption(what, key, known);
    }
    if (copy[key] === undefined) Reflect.deleteProperty(copy, key);
  }
  return copy;
}

/** With inherited options. */
function pickedFrom<Options extends object>(what: string, options: Options, known: readonly string[]): Options {
  checkOptions(what, options, known);
  const copy: Partial<Record<string, unknown>> = {};
  for (const key of known) {
    const value = (options as Readonly<Record<string, unknown>>)[key];
    if (value !== undefined) copy[key] = value;
  }
  return copy as Options;
}

function unknownOption(what: string, key: string, known: readonly string[]): EdictError {
  return new EdictError('bad-option', `${what} knows no option ${shorten(key)}; ${meantOrKnown(key, known)}`);
}

export function isPlaced(values: OccurrenceValues): values is readonly number[] {
  return isList(values);
}

/**
 * By field, NaN if absent. Throws `bad-value` for an unsuitable value, and for names also `unknown-name` and
 * `no-object`.
 */
export function storedValues(state: WorldState, type: OccurrenceType, values: OccurrenceValues): number[] {
  if (!isPlaced(values)) return byName(state, type, values);
  const found = numbersGiven(type, values);
  for (let i = 0; i < found.length; i++) {
    const value = found[i];
    if (type.fields[i]?.type.name === 'number' || Number.isNaN(value)) continue;
    found[i] = placed(state, type, i, value);
  }
  while (found.length < type.fields.length) found.push(NaN);
  return found;
}

export function demandNumbers(type: OccurrenceType, values: readonly number[]): void {
  try {
    checkNumbers(type, values);
  } catch (error) {
    throw unreadable(`values of ${type.name}`, error);
  }
}

/** A copy: hosts may reuse their list. */
function numbersGiven(type: OccurrenceType, values: readonly number[]): number[] {
  const found: number[] = [];
  try {
    const { length } = values;
    if (length > type.fields.length) throw tooManyValues(type, length);
    for (let i = 0; i < length; i++) found.push(values[i]);
    checkNumbers(type, found);
  } catch (error) {
    throw unreadable(`values of ${type.name}`, error);
  }
  return found;
}

/** Small enough to be inlined: a million may be raised in a second. */
function checkNumbers(type: OccurrenceType, values: readonly number[]): void {
  if (values.length > type.fields.length) throw tooManyValues(type, values.length);
  for (let i = 0; i < values.length; i++)
    if (!Number.isFinite(values[i]) && !Number.isNaN(values[i])) throw unfit(type, i, values[i]);
}

function unfit(type: OccurrenceType, place: number, value: unknown): EdictError {
  if (typeof value === 'number') return unfitting(type, place, value, 'a finite number, or NaN where it is absent');
  return new EdictError(
    'bad-value',
    `value ${place} of ${type.name} is ${describe(value)}; give numbers, or names with their values`,
    type.name,
  );
}

function tooManyValues({ fields, name }: OccurrenceType, count: number): EdictError {
  return new EdictError(
    'bad-value',
    `${count} values were given for ${name}, which has ${fields.length} fields; give one for each field`,
    name,
  );
}

/** 0 is no object, kind, class or word. */
function placed(state: WorldState, type: OccurrenceType, place: number, value: number): number {
  const field = type.fields[place];
  if (field === undefined) throw unfitting(type, place, value, 'NaN: the type has no such field');
  const { name } = field.type;
  if (name === 'entity') {
    if (value === 0) return NaN;
    if (!(Number.isSafeInteger(value) && value > 0 && resolve(state.identity, value) !== 0))
      throw unfitting(type, place, value, 'the handle of an object that is there, or NaN for none');
    demandKind(state, type, field, resolve(state.identity, value));
    return value;
  }
  const most = largestValue(state.model, field.type);
  if (!(Number.isInteger(value) && value >= 0 && value <= most))
    throw unfitting(
      type,
      place,
      value,
      `${name === 'boolean' ? '0 or 1' : `a whole number up to ${most}, from 1 by ${name}`}, or NaN where it is absent`,
    );
  return value === 0 && name !== 'boolean' ? NaN : value;
}

function demandKind(
  { model, identity }: WorldState,
  { name }: OccurrenceType,
  field: OccurrenceField,
  id: number,
): void {
  if (field.kind === undefined || id === 0 || identity.kind[id] === field.kind) return;
  throw new EdictError(
    'bad-value',
    `${name}.${field.name} cannot be object ${id}, which is of kind ${kindAt(model, identity.kind[id]).name}; ` +
      `give one of kind ${kindAt(model, field.kind).name}, or null for none`,
    name,
  );
}

function unfitting({ name, fields }: OccurrenceType, place: number, value: number, expected: string): EdictError {
  return misfit(`${name}.${fields[place]?.name ?? place}`, value, expected);
}

function byName(state: WorldState, of: OccurrenceType, values: Exclude<OccurrenceValues, readonly number[]>): number[] {
  const { fields, name } = of;
  if (!isObject(values))
    throw new EdictError(
      'bad-value',
      `the values of ${name} are ${describe(values)}; give an object of names and values`,
      name,
    );
  const found = fields.map(() => NaN);
  for (const [key, value] of entriesGiven(`values of ${name}`, values, 'an object of names and values')) {
    const field = fields.findIndex((each) => each?.name === key);
    const named = fields[field];
    if (named === undefined)
      return refuse(
        `field of ${name}`,
        key,
        fields.flatMap((each) => each?.name ?? []),
      );
    if (value === null) continue;
    const stored = fromHostType(state, `${name}.${key}`, named.type as ColumnType, value);
    const isEntity = named.type.name === 'entity';
    if (isEntity) demandKind(state, of, named, stored);
    found[field] = isEntity ? handleOf(state.identity, stored) || NaN : stored;
  }
  return found;
}

/** Throws for an object of a kind that the expression is not about. */
export function checkedId(state: WorldState, { name, scope }: Pick<Expression, 'name' | 'scope'>, object: number) {
  const id = demand(state.identity, object);
  const kind = state.identity.kind[id];
  if (scope.includes(kind)) return id;
  const kinds = scope.map((index) => kindAt(state.model, index).name).join(' or ');
  throw new EdictError(
    'scope',
    `${shorten(name)} is asked of a ${kinds}, but object ${id} is a ${kindAt(state.model, kind).name}`,
    name,
  );
}
