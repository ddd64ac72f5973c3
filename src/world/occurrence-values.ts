import type { OccurrenceField, OccurrenceType } from '../ir/occurrence.js';
import { type ColumnType, kindAt, largestValue } from '../model/model.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import { describe, entriesGiven, isList, isObject, unreadable } from '../kernel/given.js';
import { handleOf, resolve } from '../kernel/identity.js';
import { fromHostType, misfit } from './typed-value.js';
import { refuse } from './lookup.js';
import type { OccurrenceValues } from './events-api.js';

export function isPlaced(values: OccurrenceValues): values is readonly number[] {
  return isList(values);
}

/**
 * By field, NaN where absent. Throws `bad-value` where one does not fit, by names also `unknown-name` and `no-object`.
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
    `${count} values were given for ${name}, which has ${fields.length} fields; give one a field`,
    name,
  );
}

/** 0 is no object, kind, class or word. */
function placed(state: WorldState, type: OccurrenceType, place: number, value: number): number {
  const field = type.fields[place];
  if (field === undefined) throw unfitting(type, place, value, 'NaN: the type has no field at this place');
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
    `${name}.${field.name} cannot be object ${id}, which is of kind ${kindAt(model, identity.kind[id]).name}; give one of kind ${kindAt(model, field.kind).name}, or null for none`,
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
