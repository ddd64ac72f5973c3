import { readConstantNumber, sameNumeric } from '../../kernel/numeric.js';
import type { SolvedValue } from '../../world/solving-api.js';
import type { ExpectData } from './scenario-schema.js';
import { formatNames, valueText } from './value-text.js';

/** A value that is expected, or a sentence that says what is wrong with how it is written. */
export type ReadExpectation =
  | { readonly ok: true; readonly value: SolvedValue }
  | { readonly ok: false; readonly problem: string };

/** Reads what a step expects: `{ format, class, value }` for numbers, `{ format, value }` for all else. */
export function readExpectation({ format, class: numberClass, value }: ExpectData): ReadExpectation {
  const name = format.toUpperCase();
  if (name === 'NUMBER') return readNumber(numberClass, value);
  if (numberClass !== undefined) return problem(`class goes with NUMBER, not with ${format}`);
  const elements = /^ARRAY\[(.*)\]$/.exec(name)?.[1];
  return elements === undefined ? readOther(name, format, value) : readArray(elements, value);
}

/**
 * How a value differs from the expected one, to follow its name; undefined where it is the same in class and in every
 * bit.
 */
export function differenceOf(expected: SolvedValue, found: SolvedValue): string | undefined {
  return sameValue(expected, found) ? undefined : `is ${described(found)}, expected ${described(expected)}`;
}

/** A value with what tells it from others that look like it: `int 5`, `double 5.0`, `text "5"`. */
export function described(value: SolvedValue): string {
  switch (value.type) {
    case 'failed':
      return 'failed (arithmetic)';
    case 'numeric':
      return `${value.whole ? 'int' : 'double'} ${valueText(value)}`;
    case 'text':
      return `text ${valueText(value)}`;
    case 'pair':
      return `pair ${valueText(value)}`;
    case 'dice':
      return `dice ${valueText(value)}`;
    case 'array':
      return `ARRAY[${formatNames[value.of]}] [${value.elements.map(described).join(', ')}]`;
    default:
      return valueText(value);
  }
}

function readNumber(numberClass: ExpectData['class'], value: unknown): ReadExpectation {
  if (numberClass === undefined) return problem('class is missing beside a NUMBER; give int or double');
  const number = typeof value === 'number' ? value : numberNamed(value);
  if (number === undefined)
    return problem(`${JSON.stringify(value)} is no number; give one, or "NaN", "Infinity", "-Infinity", "-0"`);
  const whole = numberClass === 'int';
  if (whole && !isInt(number)) return problem(`${String(value)} is no int; those are whole and have 32 bits`);
  return { ok: true, value: { type: 'numeric', value: number, whole } };
}

/** Numbers that JSON has no words for. */
function numberNamed(value: unknown): number | undefined {
  switch (value) {
    case 'NaN':
      return NaN;
    case 'Infinity':
      return Infinity;
    case '-Infinity':
      return -Infinity;
    case '-0':
      return -0;
    default:
      return undefined;
  }
}

function readOther(name: string, format: string, value: unknown): ReadExpectation {
  switch (name) {
    case 'BOOLEAN':
      return typeof value === 'boolean'
        ? { ok: true, value: { type: 'boolean', value } }
        : wrong('true or false', value);
    case 'STRING':
      return typeof value === 'string' ? { ok: true, value: { type: 'text', value } } : wrong('a text', value);
    case 'ORDEREDPAIR':
      return readPair(value);
    case 'DICE':
      return readDice(value);
    default:
      return typeof value === 'string'
        ? { ok: true, value: { type: 'class', value: `${format}|${value}` } }
        : wrong('the key of an object', value);
  }
}

function readPair(value: unknown): ReadExpectation {
  const parts = typeof value === 'string' ? value.split(',').map(readConstantNumber) : [];
  const [x, y] = parts;
  return parts.length === 2 && x !== undefined && y !== undefined
    ? { ok: true, value: { type: 'pair', x, y } }
    : wrong('a text such as "5,10"', value);
}

function readDice(value: unknown): ReadExpectation {
  const { count, sides, add, ...rest } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  const isDice = isInt(count) && isInt(sides) && isInt(add) && Object.keys(rest).length === 0;
  return isDice
    ? { ok: true, value: { type: 'dice', count, sides, add } }
    : wrong('{ "count", "sides", "add" } with whole numbers', value);
}

function readArray(of: string, value: unknown): ReadExpectation {
  const element = elementNamed(of);
  if (element === undefined)
    return problem(`there is no format ARRAY[${of}]; elements are ${Object.values(formatNames).join(', ')}`);
  if (!Array.isArray(value)) return wrong('a list', value);
  const elements: SolvedValue[] = [];
  for (const each of value as readonly unknown[]) {
    const read = of === 'NUMBER' ? readElementNumber(each) : readExpectation({ format: of, value: each });
    if (!read.ok) return read;
    elements.push(read.value);
  }
  return { ok: true, value: { type: 'array', of: element, elements } };
}

function elementNamed(of: string): keyof typeof formatNames | undefined {
  return (Object.keys(formatNames) as (keyof typeof formatNames)[]).find((name) => formatNames[name] === of);
}

function readElementNumber(each: unknown): ReadExpectation {
  const {
    class: numberClass,
    value,
    ...rest
  } = (typeof each === 'object' && each !== null ? each : {}) as Readonly<Record<string, unknown>>;
  if ((numberClass !== 'int' && numberClass !== 'double') || Object.keys(rest).length > 0)
    return wrong('{ "class", "value" } for each element', each);
  return readNumber(numberClass, value);
}

function isInt(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value && !Object.is(value, -0);
}

function wrong(expected: string, value: unknown): ReadExpectation {
  return problem(`the value is ${JSON.stringify(value) ?? 'missing'}, expected ${expected}`);
}

function problem(text: string): ReadExpectation {
  return { ok: false, problem: text };
}

function sameValue(a: SolvedValue, b: SolvedValue): boolean {
  switch (a.type) {
    case 'failed':
      return b.type === 'failed';
    case 'number':
      return b.type === 'number' && Object.is(a.value, b.value);
    case 'numeric':
      return b.type === 'numeric' && sameNumeric(a, b);
    case 'boolean':
      return b.type === 'boolean' && a.value === b.value;
    case 'text':
      return b.type === 'text' && a.value === b.value;
    case 'pair':
      return b.type === 'pair' && sameNumeric(a.x, b.x) && sameNumeric(a.y, b.y);
    case 'dice':
      return b.type === 'dice' && a.count === b.count && a.sides === b.sides && a.add === b.add;
    case 'array':
      return (
        b.type === 'array' &&
        a.of === b.of &&
        a.elements.length === b.elements.length &&
        a.elements.every((element, i) => sameValue(element, b.elements[i]))
      );
    case 'enumeration':
    case 'class':
    case 'kind':
    case 'entity':
      return b.type === a.type && sameName(a.value, b.value);
  }
}

/** Names of objects ignore case. */
function sameName(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b;
}
