import { diceText, pairText, type Element, readArray, readDice, readPair } from '../../components/compounds.js';
import { type Numeric, javaText } from '../../kernel/numeric.js';
import type { SolvedValue } from '../../world/solving-api.js';
import type { Content, ElementType, Type } from '../../model/model.js';

/** A value as scenario files write it, or that it failed. */
export type ValueJson =
  | { readonly format: string; readonly class: 'int' | 'double'; readonly value: number | string }
  | { readonly format: string; readonly value: unknown }
  | { readonly error: 'arithmetic' };

/** A value for programs, in the form in which scenario files expect it. */
export function valueJson(value: SolvedValue): ValueJson {
  switch (value.type) {
    case 'failed':
      return { error: 'arithmetic' };
    case 'numeric':
      return { format: 'NUMBER', ...numericJson(value) };
    case 'number':
      return { format: 'NUMBER', ...numericJson({ value: value.value, whole: false }) };
    case 'boolean':
      return { format: 'BOOLEAN', value: value.value };
    case 'text':
      return { format: 'STRING', value: value.value };
    case 'pair':
      return { format: 'ORDEREDPAIR', value: pairText(value.x, value.y) };
    case 'dice':
      return { format: 'DICE', value: { count: value.count, sides: value.sides, add: value.add } };
    case 'array':
      return { format: `ARRAY[${formatNames[value.of]}]`, value: value.elements.map(elementJson) };
    case 'enumeration':
    case 'class':
    case 'kind':
    case 'entity':
      return objectJson(value.value);
  }
}

/** A value for people: `5`, `2.5`, `true`, `"text"`, `5,10`, `2d6+1`, `[1, 2]`. */
export function valueText(value: SolvedValue): string {
  switch (value.type) {
    case 'failed':
      return 'failed';
    case 'numeric':
      return javaText(value);
    case 'number':
    case 'boolean':
      return String(value.value);
    case 'text':
      return JSON.stringify(value.value);
    case 'pair':
      return pairText(value.x, value.y);
    case 'dice':
      return diceText(value.count, value.sides, value.add);
    case 'array':
      return `[${value.elements.map(valueText).join(', ')}]`;
    case 'enumeration':
    case 'class':
    case 'kind':
    case 'entity':
      return value.value === null ? 'none' : String(value.value);
  }
}

/** What the dialect calls the types of elements. */
export const formatNames = {
  numeric: 'NUMBER',
  boolean: 'BOOLEAN',
  text: 'STRING',
  pair: 'ORDEREDPAIR',
  dice: 'DICE',
} as const;

function elementJson(element: SolvedValue): unknown {
  if (element.type === 'numeric') return numericJson(element);
  const json = valueJson(element);
  return 'value' in json ? json.value : json;
}

function numericJson({ value, whole }: Numeric): { readonly class: 'int' | 'double'; readonly value: number | string } {
  return { class: whole ? 'int' : 'double', value: numberJson(value) };
}

/** JSON has no words for these. */
function numberJson(value: number): number | string {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
}

function objectJson(value: unknown): { readonly format: string; readonly value: unknown } {
  if (typeof value !== 'string' || !value.includes('|')) return { format: '', value };
  const bar = value.indexOf('|');
  return { format: value.slice(0, bar), value: value.slice(bar + 1) };
}

/** A constant of a type as hosts see values. */
export function contentValue(type: Type, content: Content): SolvedValue {
  if ('text' in content) return textValue(type, content.text);
  switch (type.name) {
    case 'numeric':
      return { type: 'numeric', value: content.value, whole: content.whole === true };
    case 'boolean':
      return { type: 'boolean', value: content.value !== 0 };
    default:
      return { type: 'number', value: content.value };
  }
}

function textValue(type: Type, text: string): SolvedValue {
  switch (type.name) {
    case 'pair':
      return { type: 'pair', ...readPair(text) };
    case 'dice':
      return { type: 'dice', ...readDice(text) };
    case 'array':
      return {
        type: 'array',
        of: type.of.name,
        elements: readArray(text).map((element) => elementValue(type.of, element)),
      };
    default:
      return { type: 'text', value: text };
  }
}

function elementValue(of: ElementType, element: Element): SolvedValue {
  if (typeof element === 'object') return { type: 'numeric', ...element };
  return typeof element === 'boolean' ? { type: 'boolean', value: element } : textValue(of, element);
}
