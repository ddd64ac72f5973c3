import { diceText, pairText } from '../../../components/compounds.js';
import { type Numeric, javaText, readConstantNumber } from '../../../kernel/numeric-value.js';
import type { TypedValue } from '../../../world/variables-api.js';
import type { Content, Type } from '../../../model/model.js';
import { fromText } from '../../../world/typed-value.js';
import { formatName, formatOfVariable, parseFormat, plainFormats, typeOfFormat } from '../parse/value-format.js';
import type { ExpectData } from './scenario-schema.js';

type ValueJson =
  | { readonly format: string; readonly class: 'int' | 'double'; readonly value: number | string }
  | { readonly format: string; readonly value: unknown }
  | { readonly error: 'arithmetic' };

/** A value in the form of scenario files. */
export function valueJson(value: TypedValue): ValueJson {
  switch (value.type) {
    case 'failed':
      return { error: 'arithmetic' };
    case 'numeric':
      return { format: 'NUMBER', ...numericJson(value) };
    case 'number':
      return { format: 'NUMBER', ...numericJson({ value: value.value, whole: false }) };
    case 'boolean':
    case 'text':
      return { format: nameOfType({ name: value.type }), value: value.value };
    case 'pair':
      return { format: 'ORDEREDPAIR', value: pairText(value.x, value.y) };
    case 'dice':
      return { format: 'DICE', value: { count: value.count, sides: value.sides, add: value.add } };
    case 'array':
      return { format: nameOfType({ name: 'array', of: { name: value.of } }), value: value.elements.map(elementJson) };
    default:
      return objectJson(value.value);
  }
}

/** `5`, `2.5`, `true`, `"text"`, `5,10`, `2d6+1`, `[1, 2]` */
export function valueText(value: TypedValue): string {
  switch (value.type) {
    case 'failed':
      return 'failed';
    case 'numeric':
      return javaText(value);
    case 'text':
      return JSON.stringify(value.value);
    case 'pair':
      return pairText(value.x, value.y);
    case 'dice':
      return diceText(value.count, value.sides, value.add);
    case 'array':
      return `[${value.elements.map(valueText).join(', ')}]`;
    default:
      return value.value === null ? 'none' : String(value.value);
  }
}

function nameOfType(type: Type): string {
  return formatName(formatOfVariable({ type }));
}

function elementJson(element: TypedValue): unknown {
  if (element.type === 'numeric') return numericJson(element);
  const json = valueJson(element);
  return 'value' in json ? json.value : json;
}

function numericJson({ value, whole }: Numeric): { readonly class: 'int' | 'double'; readonly value: number | string } {
  return { class: whole ? 'int' : 'double', value: numberJson(value) };
}

function numberJson(value: number): number | string {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
}

function objectJson(value: unknown): { readonly format: string; readonly value: unknown } {
  if (typeof value !== 'string' || !value.includes('|')) return { format: '', value };
  const bar = value.indexOf('|');
  return { format: value.slice(0, bar), value: value.slice(bar + 1) };
}

export function contentValue(type: Type, content: Content): TypedValue {
  if ('text' in content) return fromText(type, content.text);
  switch (type.name) {
    case 'numeric':
      return { type: 'numeric', value: content.value, whole: content.whole === true };
    case 'boolean':
      return { type: 'boolean', value: content.value !== 0 };
    default:
      return { type: 'number', value: content.value };
  }
}

type Expectation = TypedValue | string;

/** `{ format, class, value }` for numbers, `{ format, value }` for all else. */
export function readExpectation({ format, class: numberClass, value }: ExpectData): Expectation {
  const name = format.toUpperCase();
  if (name === 'NUMBER') return readNumber(numberClass, value);
  if (numberClass !== undefined) return `class goes with NUMBER, not with ${format}`;
  const elements = /^ARRAY\[(.*)\]$/.exec(name)?.[1];
  return elements === undefined ? readOther(name, format, value) : readList(elements, value);
}

export function differenceOf(expected: TypedValue, found: TypedValue): string | undefined {
  return found.type === expected.type && exactText(found) === exactText(expected)
    ? undefined
    : `is ${described(found)}, expected ${described(expected)}`;
}

/** A text that differs for any two values of a type that can be expected. Names of objects ignore case. */
function exactText(value: TypedValue): string {
  return value.type === 'class' ? described(value).toLowerCase() : described(value);
}

/** With its type where that is unclear: `int 5`, `double 5.0`, `text "5"`. */
export function described(value: TypedValue): string {
  switch (value.type) {
    case 'failed':
      return 'failed (arithmetic)';
    case 'numeric':
      return `${value.whole ? 'int' : 'double'} ${valueText(value)}`;
    case 'text':
    case 'pair':
    case 'dice':
      return `${value.type} ${valueText(value)}`;
    case 'array':
      return `${nameOfType({ name: 'array', of: { name: value.of } })} [${value.elements.map(described).join(', ')}]`;
    default:
      return valueText(value);
  }
}

function readNumber(numberClass: ExpectData['class'], value: unknown): Expectation {
  if (numberClass === undefined) return 'a NUMBER needs a class; give int or double';
  const number = typeof value === 'number' ? value : wordless.get(value);
  if (number === undefined)
    return `${JSON.stringify(value)} is not a number; give one, or "NaN", "Infinity", "-Infinity", "-0"`;
  const whole = numberClass === 'int';
  if (whole && !isInt(number)) return `${JSON.stringify(value)} is not a 32-bit integer`;
  return { type: 'numeric', value: number, whole };
}

const wordless: ReadonlyMap<unknown, number> = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['-0', -0],
]);

function readOther(name: string, format: string, value: unknown): Expectation {
  switch (name) {
    case 'BOOLEAN':
      return typeof value === 'boolean' ? { type: 'boolean', value } : wrong('true or false', value);
    case 'STRING':
      return typeof value === 'string' ? { type: 'text', value } : wrong('a text', value);
    case 'ORDEREDPAIR': {
      const [x, y, ...more] = typeof value === 'string' ? value.split(',').map(readConstantNumber) : [];
      const isPair = x !== undefined && y !== undefined && more.length === 0;
      return isPair ? { type: 'pair', x, y } : wrong('a text such as "5,10"', value);
    }
    case 'DICE': {
      const { count, sides, add, ...rest } = fieldsOf(value);
      const isDice = isInt(count) && isInt(sides) && isInt(add) && Object.keys(rest).length === 0;
      return isDice
        ? { type: 'dice', count, sides, add }
        : wrong('{ "count", "sides", "add" } with whole numbers', value);
    }
    default:
      return typeof value === 'string'
        ? { type: 'class', value: `${format}|${value}` }
        : wrong('the key of an object', value);
  }
}

function readList(of: string, value: unknown): Expectation {
  const format = Object.hasOwn(plainFormats, of) ? parseFormat(`ARRAY[${of}]`) : undefined;
  const type = format && typeOfFormat(format);
  if (type?.name !== 'array')
    return `there is no format ARRAY[${of}]; elements are ${Object.keys(plainFormats).join(', ')}`;
  if (!Array.isArray(value)) return wrong('a list', value);
  const elements: TypedValue[] = [];
  for (const each of value as readonly unknown[]) {
    const read = of === 'NUMBER' ? readElementNumber(each) : readExpectation({ format: of, value: each });
    if (typeof read === 'string') return read;
    elements.push(read);
  }
  return { type: 'array', of: type.of.name, elements };
}

function readElementNumber(each: unknown): Expectation {
  const { class: numberClass, value, ...rest } = fieldsOf(each);
  if ((numberClass !== 'int' && numberClass !== 'double') || Object.keys(rest).length > 0)
    return wrong('{ "class", "value" } for each element', each);
  return readNumber(numberClass, value);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function isInt(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value && !Object.is(value, -0);
}

function wrong(expected: string, value: unknown): string {
  return `the value is ${JSON.stringify(value) ?? 'missing'}, expected ${expected}`;
}
