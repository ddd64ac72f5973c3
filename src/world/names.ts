import type { Link } from '../model/connection.js';
import {
  type Class,
  type Column,
  type Enumeration,
  type Holding,
  type Kind,
  type Model,
  type Question,
  kindAt,
} from '../model/model.js';
import { nearestName } from '../content/diagnostics/nearest-name.js';
import { EdictError } from '../kernel/errors.js';
import { refused, shorten } from '../kernel/given.js';

/** Looking up what hosts name; an unknown name is an error with the nearest known one. */

export function columnNamed(model: Model, name: string): Column {
  const column = model.columnByName.get(name);
  if (column !== undefined) return column;
  nameGiven('meter or property', name);
  const other = otherUse(model, name);
  if (other !== undefined)
    throw new EdictError('unknown-name', `there is no meter or property ${shorten(name)}; ${other}`, shorten(name));
  const { variables } = model;
  if (variables.length === 0) return refuse('meter or property', name, [...model.columnByName.keys()]);
  const holders = variables
    .filter((variable) => variable.name === name)
    .slice(0, mostShown)
    .map(({ kind }) => kindAt(model, kind).name);
  if (holders.length > 0)
    throw new EdictError(
      'unknown-name',
      `there is no meter or property ${shorten(name)}; it is a variable of ${holders.join(', ')}`,
      shorten(name),
    );
  return refuse('meter, property or variable', name, [
    ...model.columnByName.keys(),
    ...variables.slice(0, mostCompared).map((variable) => variable.name),
  ]);
}

/**
 * How to use what objects have under a name, where that is no cell: content declares sets and lists among properties.
 */
function otherUse({ holdings, links, questions }: Model, name: string): string | undefined {
  const isIt = (each: { readonly name: string }): boolean => each.name === name;
  if (holdings.some(isIt))
    return 'it is a set: use held, isHeld and setHeld, holdings of spawn, and { holding, word } in an override';
  if (links.some(isIt))
    return 'it is a list: use listed and setList, and lists of spawn; no override supposes it to be otherwise';
  const question = questions.find(isIt);
  return question === undefined
    ? undefined
    : `it follows from other things: ask an expression that has it, and use { question${question.words < 0 ? '' : ', word'} } in an override`;
}

const mostShown = 8;

/** A mistake in a world of very many variables must not be slow. */
const mostCompared = 10_000;

export function classNamed(model: Model, name: string): Class {
  return model.classByName.get(name) ?? refuse('class', name, [...model.classByName.keys()]);
}

export function kindNamed(model: Model, name: string): Kind {
  return model.kindByName.get(name) ?? refuse('kind', name, [...model.kindByName.keys()]);
}

const rolesByModel = new WeakMap<Model, ReadonlyMap<string, number>>();

/** Index of a role. */
export function roleNamed(model: Model, name: string): number {
  let roles = rolesByModel.get(model);
  if (roles === undefined) rolesByModel.set(model, (roles = new Map(model.roles.map((role, i) => [role, i]))));
  return roles.get(name) ?? refuse('role', name, model.roles.slice(0, mostCompared));
}

const triggersByModel = new WeakMap<Model, ReadonlyMap<string, number>>();

/** Index of a trigger that is named, or given by its index. */
export function triggerNamed(model: Model, trigger: string | number): number {
  if (typeof trigger === 'number') {
    if (Number.isInteger(trigger) && trigger >= 0 && trigger < model.triggers.length) return trigger;
    throw new EdictError(
      'unknown-name',
      `there is no trigger ${String(trigger)}; the content has ${model.triggers.length}, from 0`,
    );
  }
  let triggers = triggersByModel.get(model);
  if (triggers === undefined)
    triggersByModel.set(model, (triggers = new Map(model.triggers.map((name, i) => [name, i]))));
  return triggers.get(trigger) ?? refuse('trigger', trigger, model.triggers.slice(0, mostCompared));
}

/** Index of a relation. */
export function relationNamed(model: Model, name: string): number {
  const index = model.relations.findIndex((relation) => relation.name === name);
  return index < 0
    ? refuse(
        'relation',
        name,
        model.relations.map((relation) => relation.name),
      )
    : index;
}

/** A set of words that objects hold. */
export function holdingNamed(model: Model, name: string): Holding {
  return (
    model.holdings.find((holding) => holding.name === name) ??
    refuse(
      'set',
      name,
      model.holdings.map((holding) => holding.name),
    )
  );
}

/** An ordered list of objects that objects keep. */
export function linkNamed(model: Model, name: string): Link {
  return (
    model.links.find((link) => link.name === name) ??
    refuse(
      'list',
      name,
      model.links.map((link) => link.name),
    )
  );
}

export function questionNamed(model: Model, name: string): Question {
  return (
    model.questions.find((question) => question.name === name) ??
    refuse(
      'question',
      name,
      model.questions.map((question) => question.name),
    )
  );
}

/** Place of a word in an enumeration, from 1. */
export function wordNamed(model: Model, enumeration: number, word: string): number {
  const words = model.enumerations[enumeration];
  return placesOf(words).get(word) ?? refuse(`word of ${words.name}`, word, words.members.slice(0, mostCompared));
}

const placesByEnumeration = new WeakMap<Enumeration, ReadonlyMap<string, number>>();

/** An enumeration that objects hold words of may have tens of thousands. */
function placesOf(enumeration: Enumeration): ReadonlyMap<string, number> {
  let places = placesByEnumeration.get(enumeration);
  if (places === undefined)
    placesByEnumeration.set(enumeration, (places = new Map(enumeration.members.map((word, i) => [word, i + 1]))));
  return places;
}

/** Throws for an unknown name, with the nearest known one, and for what is no name at all. */
export function refuse(what: string, given: string, known: readonly string[]): never {
  const name = nameGiven(what, given);
  throw new EdictError(
    'unknown-name',
    `there is no ${what} ${shorten(name)}; ${closestOf(name, known)}`,
    shorten(name),
  );
}

/** What was looked up in vain is a text at least; hosts may be written without types. */
export function nameGiven(what: string, given: unknown): string {
  if (typeof given !== 'string') throw refused(`the name of a ${what}`, given, 'a text');
  return given;
}

/** What to say beside an unknown name: the nearest known one, or what is known. */
export function closestOf(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'there are none';
  const near = nearestName(name, known);
  return near === undefined
    ? `known are ${known.slice(0, mostShown).join(', ')}${known.length > mostShown ? ', …' : ''}`
    : `did you mean ${near}?`;
}
