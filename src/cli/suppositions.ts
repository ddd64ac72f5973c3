import type { Column, Model } from '../model/model.js';
import { EdictError } from '../kernel/errors.js';
import type { CellValue, Handle, PlaceOption, World } from '../world/api.js';
import type { FactName, Override } from '../world/questions-api.js';
import { askedBy, misused, unknownName } from './command.js';
import { findObject } from './find-object.js';

const forms =
  "write 'Terra.population = 3', 'Terra.techs.law = true', 'Terra.owner = Red', 'Terra.place = in Sol' or " +
  "'Red.available.farm = true', with names that hold a full stop, = or a quote in quotes";

export function suppositionIn(world: World, text: string): Override {
  return askedBy('--suppose', text, () => {
    const { parts, value } = pathIn(text);
    if (value === undefined || parts.length < 2 || parts.length > 3) throw misused('--suppose', text, forms);
    const override = overrideOf(world, findObject(world, parts[0]), parts.slice(1), value);
    world.questions.whatIf([override]);
    return override;
  });
}

export function factIn(model: Model, text: string): FactName {
  const { parts, value } = pathIn(text);
  const [name, word] = parts;
  if (value !== undefined || parts.length === 0 || parts.length > 2)
    throw misused(
      '--unlocks',
      text,
      "name a fact: 'techs.law' for a word of a set, 'available.farm' for a class, 'gold' for a meter, property or flag",
    );
  const fact = factOf(model, name, word);
  if (fact !== undefined) return fact;
  if (places.includes(name))
    throw new EdictError(
      'bad-value',
      `what reads an ${name === 'owner' ? 'owner' : "object's place"} cannot be asked for; name a meter, ` +
        `property, flag, word of a set or class, or give --suppose with the ${name}`,
      name,
    );
  throw unknownMember(model, name, []);
}

const places: readonly string[] = ['owner', 'place'];

/** A name in quotes, or up to `.`, `=` or a quote. */
const part = /\s*(?:"([^"]*)"|'([^']*)'|([^."'=]+))\s*/y;

/** `a.b.c = value`, or without a value; no parts for other texts. */
function pathIn(text: string) {
  const parts: string[] = [];
  part.lastIndex = 0;
  for (;;) {
    const found = part.exec(text);
    if (found === null) return { parts: [], value: undefined };
    const { lastIndex } = part;
    parts.push(found[1] ?? found[2] ?? found[3].trim());
    if (lastIndex === text.length) return { parts, value: undefined };
    if (text[lastIndex] === '=') return { parts, value: text.slice(lastIndex + 1).trim() };
    if (text[lastIndex] !== '.') return { parts: [], value: undefined };
    part.lastIndex = lastIndex + 1;
  }
}

function factOf(model: Model, name: string, word: string | undefined): FactName | undefined {
  if (name === 'available' && word !== undefined) return { available: word };
  if (namesOf(model.holdings).includes(name)) {
    if (word === undefined) throw badValue(name, `is a set; say which word of it: ${name}.word`);
    return { holding: name, word };
  }
  if (word !== undefined) throw unknownName('set', name, [...namesOf(model.holdings), 'available']);
  if (namesOf(model.questions).includes(name)) return { question: name };
  return model.columnByName.has(name) ? { column: name } : undefined;
}

function namesOf(things: readonly { readonly name: string }[]): readonly string[] {
  return things.map(({ name }) => name);
}

function unknownMember(
  { columnByName, questions, holdings, links, variables }: Model,
  name: string,
  others: readonly string[] = places,
): EdictError {
  if (namesOf(links).includes(name))
    return badValue(name, 'is a list, which cannot be supposed to be otherwise; suppose what follows from it');
  if (namesOf(variables).includes(name))
    return badValue(name, 'is a variable, which follows from other things; suppose those');
  const known = [...columnByName.keys(), ...namesOf(questions), ...namesOf(holdings), ...others];
  return unknownName('meter, property, flag or set', name, known);
}

function overrideOf(world: World, object: Handle, [name, word]: readonly string[], value: string): Override {
  const { model } = world.program;
  if (word === undefined && name === 'owner') return { object, owner: objectOrNobody(world, value) };
  if (word === undefined && name === 'place') return { object, place: placeIn(world, value) };
  const fact = factOf(model, name, word);
  if (fact === undefined) throw unknownMember(model, name);
  if ('column' in fact) {
    const column = model.columnByName.get(fact.column);
    if (column === undefined) throw unknownMember(model, name);
    return { object, column: name, value: cellIn(world, column, value) };
  }
  return { object, ...fact, value: truthIn(value, name) };
}

function badValue(what: string, why: string): EdictError {
  return new EdictError('bad-value', `${what} ${why}`, what);
}

function truthIn(text: string, what: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw badValue(what, `cannot be ${JSON.stringify(text)}; give true or false`);
}

const nobody: ReadonlySet<string> = new Set(['nobody', 'none', 'null']);

function objectOrNobody(world: World, text: string): Handle | null {
  return nobody.has(text) ? null : findObject(world, unquoted(text));
}

function placeIn(world: World, text: string): PlaceOption {
  if (text === 'nowhere' || nobody.has(text)) return null;
  const [, inside] = /^in\s+(.+)$/s.exec(text) ?? [];
  if (inside !== undefined) return { in: findObject(world, unquoted(inside)) };
  const [, x, y] = /^at\s+([^\s,]+)\s*,\s*([^\s,]+)$/.exec(text) ?? [];
  if (x !== undefined) return { x: numberIn(x, 'place'), y: numberIn(y, 'place') };
  throw badValue('a place', `cannot be ${JSON.stringify(text)}; give 'in Sol', 'at 3, 4' or 'nowhere'`);
}

function cellIn(world: World, { name, type }: Column, text: string): CellValue {
  switch (type.name) {
    case 'number':
      return numberIn(text, name);
    case 'boolean':
      return truthIn(text, name);
    case 'entity':
      return objectOrNobody(world, text);
    case 'enumeration':
      return nobody.has(text) && !world.program.model.enumerations[type.index].members.includes(text)
        ? null
        : unquoted(text);
    default:
      return nobody.has(text) ? null : unquoted(text);
  }
}

function numberIn(text: string, what: string): number {
  const value = text === '' ? NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw badValue(what, `cannot be ${JSON.stringify(text)}; give a number`);
}

function unquoted(text: string): string {
  return (
    /^"([^"]*)"$|^'([^']*)'$/
      .exec(text)
      ?.slice(1)
      .find((inner) => inner !== undefined) ?? text
  );
}
