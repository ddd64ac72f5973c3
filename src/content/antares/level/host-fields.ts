import type { Fields, FieldValue } from '../../../ir/trigger.js';
import type { Value } from '../value.js';
import { number, optional } from './scalars.js';
import { field, refuseOthers, section, wrongType, type Section } from './section.js';

/** What the loader reads of every action, and the host is told in another way or not at all. */
const common: ReadonlySet<string> = new Set(['type', 'if', 'override', 'reflexive', 'of']);

/** All that an action says beside what every action can say, as it was written. */
export function hostFields(map: Section): Fields {
  const fields: [string, FieldValue][] = [];
  for (const [name, { value }] of map.entries) if (!common.has(name)) fields.push([name, plain(value)]);
  // From entries, because a field that is called `__proto__` is a field.
  return Object.fromEntries(fields);
}

/**
 * Ints become numbers where nothing is lost; data become hexadecimal digits. Calls itself for what is nested; the depth
 * of documents is limited before.
 */
function plain(value: Value): FieldValue {
  switch (value.type) {
    case 'null':
      return null;
    case 'bool':
    case 'float':
    case 'string':
      return value.value;
    case 'int':
      return Number.isSafeInteger(Number(value.value)) ? Number(value.value) : value.value;
    case 'data':
      return Array.from(value.value, (byte) => byte.toString(16).padStart(2, '0')).join('');
    case 'array':
      return value.items.map(plain);
    case 'map':
      return Object.fromEntries([...value.entries].map(([name, entry]) => [name, plain(entry.value)]));
  }
}

/**
 * The value of thrust and spin, where it is given: a float, or a range from `begin` to before `end`. A single int is
 * refused, because the engine does; the ends of a range may be ints.
 */
export function checkRange(map: Section): void {
  const value = field(map, 'value');
  if (value.value === undefined || value.value.type === 'float') return;
  if (value.value.type !== 'map') {
    wrongType(value, 'a float or a map {begin, end}');
    return;
  }
  const range = section(value);
  refuseOthers(range, ['begin', 'end']);
  optional(number, field(range, 'begin'));
  optional(number, field(range, 'end'));
}
