import { asStored } from '../components/cells.js';
import { type Column, type ColumnType, type Model, type Type, isPooled, nameOfValue } from '../model/model.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import { demand, handleOf } from '../kernel/identity.js';
import { textOf } from '../kernel/strings.js';
import type { CellValue } from './api.js';
import { describe } from '../kernel/given.js';
import { fewOf } from '../content/text/quote.js';

/** Of a reference, an id. */
export function toHost(state: WorldState, type: Type, value: number): CellValue {
  switch (type.name) {
    case 'number':
    case 'numeric':
      return value;
    case 'boolean':
      return value === 1;
    case 'entity':
      return value === 0 ? null : handleOf(state.identity, value);
    default:
      return isPooled(type) ? textOf(state.strings, value) : (nameOfValue(state.model, type, value) ?? null);
  }
}

/** An id for references. Throws when it does not fit the column. */
export function fromHost(state: WorldState, column: Column, value: unknown): number {
  if (column.type.name !== 'number') return fromHostType(state, column.name, column.type, value);
  if (typeof value !== 'number' || !Number.isFinite(asStored(column, value)))
    throw misfit(column.name, value, expectedOf(state.model, column.type));
  return asStored(column, value);
}

export function fromHostType(state: WorldState, name: string, type: ColumnType, value: unknown): number {
  switch (type.name) {
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) break;
      return value;
    case 'boolean':
      if (typeof value !== 'boolean') break;
      return value ? 1 : 0;
    case 'entity':
      if (value === null) return 0;
      if (typeof value !== 'number') break;
      return demand(state.identity, value);
    case 'kind':
    case 'class':
    case 'enumeration': {
      if (value === null) return 0;
      const place = typeof value === 'string' ? wordsOf(state.model, type).indexOf(value) : -1;
      if (place < 0) break;
      return place + 1;
    }
  }
  throw misfit(name, value, expectedOf(state.model, type));
}

/** For messages. */
export function expectedOf(model: Model, type: ColumnType): string {
  switch (type.name) {
    case 'number':
      return 'a finite number';
    case 'boolean':
      return 'true or false';
    case 'entity':
      return 'a handle or null';
    case 'kind':
    case 'class':
    case 'enumeration':
      return `null or one of ${fewOf(wordsOf(model, type), 12)}`;
  }
}

function wordsOf(model: Model, type: ColumnType): readonly string[] {
  if (type.name === 'enumeration') return model.enumerations[type.index].members;
  return (type.name === 'kind' ? model.kinds : model.classes).map((item) => item.name);
}

export function misfit(what: string, value: unknown, expected: string, culprit = what): EdictError {
  return new EdictError('bad-value', `${what} cannot be ${describe(value)}; give ${expected}`, culprit);
}
