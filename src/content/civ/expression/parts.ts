import { listTexts, quoteText } from '../../diagnostics/quote.js';
import type { XmlElement } from '../xml/element.js';
import { type Loading, type Site, refuse } from './loading.js';

/** The children of an element, told apart. */
export interface Parts {
  /** Places of the operands among the children, in order. */
  readonly operands: readonly number[];
  /** By name, each of them once. */
  readonly parameters: ReadonlyMap<string, XmlElement>;
}

/** What an element may hold. */
export interface PartsForm {
  readonly least: number;
  readonly most: number;
  readonly parameters: readonly string[];
  /** Those of them that must be there. */
  readonly required?: readonly string[];
}

/** Tells operands from parameters; nothing where there are too few or too many of either, with the reason noted. */
export function readParts(
  loading: Loading,
  { element, path }: Pick<Site, 'element' | 'path'>,
  { least, most, parameters, required = [] }: PartsForm,
): Parts | undefined {
  const { name, children, text } = element;
  const arity = (message: string): Parts | undefined =>
    refuse(loading, 'arity', path, element, `${quoteText(name)} has ${message}`);
  const operands = children.flatMap((child, index) => (parameters.includes(child.name) ? [] : [index]));
  if (operands.length < least || operands.length > most)
    return arity(`${amount(operands.length)}; expected ${countText(least, most)}`);
  if (text !== '') return arity(`the text ${quoteText(text)} beside its elements; expected elements alone`);
  const given = new Map<string, XmlElement>();
  for (const child of children) {
    if (!parameters.includes(child.name)) continue;
    if (given.has(child.name)) return arity(`${quoteText(child.name)} twice; expected it once`);
    given.set(child.name, child);
  }
  const missing = required.filter((parameter) => !given.has(parameter));
  if (missing.length > 0)
    return arity(`no ${listTexts(missing)}; expected ${missing.length === 1 ? 'it' : 'each'} once`);
  return { operands, parameters: given };
}

function amount(count: number): string {
  return count === 0 ? 'no operand' : count === 1 ? 'one operand' : `${count} operands`;
}

function countText(least: number, most: number): string {
  if (most === Infinity) return `${least} or more`;
  if (most === 0) return 'none';
  return least === most ? String(least) : `${least} to ${most}`;
}
