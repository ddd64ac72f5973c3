import type { Term } from '../term.js';
import { type Code, js } from './code.js';
import { graverOf } from './graver.js';
import type { Emission, Emitted } from './emission.js';

/** The value at a place of a table, which does not change while there is a world. */
export function emitLookup(term: Term<{ readonly table: number }>, emission: Emission): Emitted {
  const { table: index } = term.data;
  const { width, values } = emission.model.tables[index];
  const table = emission.thing(`table ${index}`, values);
  const row = emission.of(term.args[0]);
  const inRows = isPlace(row.value, values.length / width, term.args[0]);
  if (term.args.length === 1)
    return {
      value: emission.keep(shown(js`${inRows} ? ${table}[${row.value} * ${width}] : 0`, term)),
      absence: row.absence,
    };
  const column = emission.of(term.args[1]);
  const inColumns = isPlace(column.value, width, term.args[1]);
  const value = emission.keep(
    shown(js`${inRows} && ${inColumns} ? ${table}[${row.value} * ${width} + ${column.value}] : 0`, term),
  );
  return { value, absence: graverOf(row.absence, column.absence, emission) };
}

/** Codes are whole numbers; where they are absent they may be any. */
function isPlace(value: Code, limit: number, { type }: Term): Code {
  const isInside = js`${value} >= 0 && ${value} < ${limit}`;
  return type.name === 'number' ? js`Math.floor(${value}) === ${value} && ${isInside}` : isInside;
}

function shown(value: Code, { type }: Term): Code {
  return type.name === 'number' ? value : js`(${value}) | 0`;
}
