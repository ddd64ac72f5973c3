import { copyFrame, frameCount } from '../../components/frames.js';
import { occurrenceCount } from '../../components/occurrence-stack.js';
import type { Type } from '../../model/model.js';
import { header } from '../../kernel/arena.js';
import { damaged } from '../../kernel/errors.js';
import { keptBy } from '../../kernel/maps.js';
import type { Carry } from './carry.js';
import { translation } from './names.js';
import type { OutlineOccurrence } from './outline.js';

/** Rows of occurrences: their types, and their values by row and field. */
interface OccurrenceRows {
  readonly type: Int32Array;
  readonly values: Float64Array;
}

/** Unfinished actions, in content with the same lists, triggers, occurrences and abilities: only values change. */
export function carryRunning(carry: Carry): void {
  const { from, to, names } = carry;
  const [now, before] = [to.arena.header, from.arena.header];
  now[header.frames] = before[header.frames];
  for (let row = 1; row <= frameCount(from); row++) copyFrame(from.frames, row, to.frames, row);
  for (const word of [header.occurrences, header.uses, header.memories]) now[word] = before[word];
  for (let row = 1; row <= occurrenceCount(from); row++) {
    // Types are the same in both, unless the file says so of others.
    if (names.occurrences.at(from.occurrences.type[row]) !== from.occurrences.type[row])
      throw damaged(`occurrence ${row} is of an unknown type`);
    const { values: _given, ...columns } = from.occurrences;
    for (const [name, column] of Object.entries(columns) as [keyof typeof columns, Float64Array][])
      to.occurrences[name][row] = column[row];
    to.occurrences.kind[row] = names.kinds[from.occurrences.kind[row]];
    to.occurrences.class[row] = names.classes[from.occurrences.class[row]];
    fieldsOf(carry, from.occurrences, row, to.occurrences, row);
    carryMemories(carry, row);
  }
  for (let row = 1; row <= before[header.uses]; row++)
    for (const name of ['occurrence', 'ability', 'source', 'number'] as const)
      to.uses[name][row] = from.uses[name][row];
}

function carryMemories({ from, to, names, program }: Carry, row: number): void {
  const { type, memo } = from.occurrences;
  const first = memo[row];
  const last = from.arena.header[header.memories];
  if (!(first > 0 && first <= last)) return;
  const count = from.memories[first];
  to.memories[first] = count;
  const { remembers } = program.rules.timing.types[type[row]];
  for (let at = first + 1; at < first + 2 * count && at < last; at += 2) {
    const remembered = remembers.find(({ number }) => number === from.memories[at])?.node.type;
    to.memories[at] = from.memories[at];
    to.memories[at + 1] = remembered === undefined ? NaN : valueIn(from.memories[at + 1], remembered);
  }

  /** Types of one name in both contents. */
  function valueIn(value: number, now: Type): number {
    if (now.name !== 'enumeration') return translated(names, value, now, now);
    const { name } = to.model.enumerations[now.index];
    const index = from.model.enumerations.findIndex((each) => each.name === name);
    return index < 0 ? NaN : translated(names, value, { name: 'enumeration', index }, now);
  }
}

/** The values of an occurrence in the fields of its present type: by name, and absent where they mean nothing. */
export function fieldsOf(carry: Carry, old: OccurrenceRows, row: number, now: OccurrenceRows, into: number): void {
  const { from, to, outline, names, program } = carry;
  const before = fieldsByName(outline.occurrences[old.type[row]]);
  const { fields } = program.rules.timing.types[now.type[into]];
  for (let place = 0; place < to.fieldCount; place++) {
    const field = fields.at(place);
    const saved = field && before.get(field.name);
    now.values[into * to.fieldCount + place] =
      field === undefined || saved === undefined || saved.place >= from.fieldCount
        ? NaN
        : translated(names, old.values[row * from.fieldCount + saved.place], saved.type, field.type);
  }
}

/** A file may list very many fields, and there may be very many rows. Of several of one name it is the first. */
const fieldsByName = keptBy(
  ({ fields }: OutlineOccurrence) => new Map(fields.toReversed().map((field) => [field.name, field])),
  new WeakMap<OutlineOccurrence, ReadonlyMap<string, OutlineOccurrence['fields'][number]>>(),
);

function translated(names: Carry['names'], value: number, from: Type, to: Type): number {
  return Number.isNaN(value) ? NaN : (translation(names, from, to)(value) ?? NaN);
}
