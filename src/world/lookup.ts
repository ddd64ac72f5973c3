import type { Link } from '../model/connection.js';
import {
  type Class,
  type Column,
  type Holding,
  type Kind,
  type Model,
  type Question,
  classAt,
  kindAt,
} from '../model/model.js';
import type { WorldState } from '../components/state.js';
import { meantOrKnown } from '../content/text/nearest-name.js';
import { EdictError } from '../kernel/errors.js';
import { refused, shorten, describe, isList, isObject, reading, unreadable } from '../kernel/given.js';

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
    : `it follows from other things: ask an expression that has it, and use { question${question.words < 0 ? '' : ', word'} } in an override`;
}

const mostShown = 8;

/** A mistake among very many names must not be slow. */
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

const placesByList = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** From 0; there may be tens of thousands. */
function placesIn(names: readonly string[]): ReadonlyMap<string, number> {
  let places = placesByList.get(names);
  if (places === undefined) placesByList.set(names, (places = new Map(names.map((name, i) => [name, i]))));
  return places;
}

/** Its class, or its kind without one. */
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
