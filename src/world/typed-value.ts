import {
  type CellContent,
  type Column,
  type ColumnType,
  type ElementType,
  type Model,
  type Type,
  cellClass,
  isPooled,
  nameOfValue,
} from '../model/model.js';
import { type Element, arrayText, diceText, pairText, readArray, readDice, readPair } from '../components/compounds.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import { describe, isObject, reading } from '../kernel/given.js';
import { intern, textOf } from '../kernel/strings.js';
import type { CellValue } from './api.js';
import type { FailureCause, TypedValue } from './variables-api.js';
import { amountIn } from '../meaning/modifier-amounts.js';
import { turnOf } from '../components/clock.js';
import { ancestorOfKind } from '../components/attachment.js';
import type { Frame, Node } from '../ir/node.js';
import { createFrame } from '../eval/interpreter.js';
import { operationOf } from '../eval/make-node.js';
import { isAbsent } from '../eval/operation.js';
import { asSolved } from '../eval/node-shape.js';
import type { CellModifier } from '../ir/rule.js';
import { handleOf, demand } from '../kernel/identity.js';
import { asStored } from '../components/cells.js';
import { fewOf } from '../content/text/quote.js';

/** An id for a reference. */
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

/** An id for references. Throws for a value that does not fit the column. */
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

function expectedOf(model: Model, type: ColumnType): string {
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

export function toTyped(state: WorldState, type: Type, { value, class: kind }: CellContent): TypedValue {
  if (kind === cellClass.failed) return { type: 'failed' };
  switch (type.name) {
    case 'number':
      return { type: 'number', value };
    case 'numeric':
      return { type: 'numeric', value, whole: kind === cellClass.whole };
    case 'boolean':
      return { type: 'boolean', value: value === 1 };
    case 'text':
    case 'pair':
    case 'dice':
    case 'array':
      return fromText(type, textOf(state.strings, value));
    default:
      return { type: type.name, value: toHost(state, type, value) };
  }
}

/** Undefined for a failed cell. */
export function toPlain(state: WorldState, type: Type, { value, class: kind }: CellContent): CellValue | undefined {
  return kind === cellClass.failed ? undefined : toHost(state, type, value);
}

export function fromText(type: Type, text: string): TypedValue {
  switch (type.name) {
    case 'pair':
      return { type: 'pair', ...readPair(text) };
    case 'dice':
      return { type: 'dice', ...readDice(text) };
    case 'array':
      return {
        type: 'array',
        of: type.of.name,
        elements: readArray(text).map((element) => elementOf(type.of, element)),
      };
    default:
      return { type: 'text', value: text };
  }
}

function elementOf(type: ElementType, element: Element): TypedValue {
  if (typeof element === 'object') return { type: 'numeric', ...element };
  return typeof element === 'boolean' ? { type: 'boolean', value: element } : fromText(type, element);
}

/** A plain whole number of 32 bits is an int. Throws for other types. */
export function fromGiven(state: WorldState, name: string, type: Type, given: TypedValue | CellValue): CellContent {
  return reading(`the value of ${name}`, () => {
    const content = isForm(given) ? contentOf(state, name, type, given) : contentOfPlain(state, name, type, given);
    if (content === undefined)
      throw new EdictError('bad-value', `${name} cannot be ${shown(given)}; give ${formOf(state.model, type)}`, name);
    return content;
  });
}

/** Undefined for other types, and types without plain values. */
function contentOfPlain(state: WorldState, name: string, type: Type, value: CellValue): CellContent | undefined {
  switch (type.name) {
    case 'numeric':
      return typeof value === 'number'
        ? contentOf(state, name, type, { type: 'numeric', value, whole: isInt(value) })
        : undefined;
    case 'text':
      return typeof value === 'string' ? plain(intern(state.strings, value)) : undefined;
    case 'pair':
    case 'dice':
    case 'array':
      return undefined;
    default:
      return plain(fromHostType(state, name, type, value) + 0);
  }
}

function contentOf(state: WorldState, name: string, type: Type, given: TypedValue): CellContent | undefined {
  const text = (value: string) => plain(intern(state.strings, value));
  switch (type.name) {
    case 'number':
      return given.type === 'number' && Number.isFinite(given.value) ? plain(given.value + 0) : undefined;
    case 'numeric':
    case 'boolean':
    case 'text':
    case 'pair':
    case 'dice': {
      const element = elementFrom(type, given);
      if (typeof element === 'object')
        return { value: element.value, class: element.whole ? cellClass.whole : cellClass.plain };
      if (typeof element === 'boolean') return plain(element ? 1 : 0);
      return element === undefined ? undefined : text(element);
    }
    case 'array': {
      if (given.type !== 'array' || given.of !== type.of.name || !isList(given.elements)) return undefined;
      const elements = given.elements.map((element) => (isForm(element) ? elementFrom(type.of, element) : undefined));
      return elements.every((element) => element !== undefined) ? text(arrayText(type.of, elements)) : undefined;
    }
    default:
      return given.type === type.name && 'value' in given
        ? plain(fromHostType(state, name, type, given.value))
        : undefined;
  }
}

/** For elements of arrays; undefined for other types. */
function elementFrom(type: ElementType, given: TypedValue): Element | undefined {
  switch (type.name) {
    case 'numeric':
      return given.type === 'numeric' && isNumeric(given) ? { value: given.value, whole: given.whole } : undefined;
    case 'boolean':
      return given.type === 'boolean' && typeof given.value === 'boolean' ? given.value : undefined;
    case 'text':
      return given.type === 'text' && typeof given.value === 'string' ? given.value : undefined;
    case 'pair':
      return given.type === 'pair' && isNumeric(given.x) && isNumeric(given.y) ? pairText(given.x, given.y) : undefined;
    case 'dice':
      return given.type === 'dice' &&
        [given.count, given.sides, given.add].every(isInt) &&
        given.count >= 0 &&
        given.sides >= 0
        ? diceText(given.count, given.sides, given.add)
        : undefined;
  }
}

function plain(value: number): CellContent {
  return { value, class: cellClass.plain };
}

// Hosts may be untyped.

function isForm(value: unknown): value is TypedValue {
  return isObject(value);
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
}

function isNumeric(given: unknown): boolean {
  if (!isForm(given) || !('whole' in given) || typeof given.value !== 'number' || typeof given.whole !== 'boolean')
    return false;
  return !given.whole || isInt(given.value);
}

/** Whole, within 32 bits, and not -0. */
function isInt(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0);
}

function formOf(model: Model, type: Type): string {
  switch (type.name) {
    case 'numeric':
      return '{ type: "numeric", value, whole } with a number, and whether it is a 32-bit integer';
    case 'text':
      return '{ type: "text", value } with a text';
    case 'pair':
      return '{ type: "pair", x, y } with numbers of the form { value, whole }';
    case 'dice':
      return '{ type: "dice", count, sides, add } with whole numbers';
    case 'array':
      return `{ type: "array", of: "${type.of.name}", elements } with values of type ${type.of.name}`;
    default:
      return `{ type: "${type.name}", value } with ${expectedOf(model, type)}`;
  }
}

function shown(value: unknown): string {
  if (!isObject(value) || Array.isArray(value)) return describe(value);
  return `{ ${Object.entries(value)
    .slice(0, 4)
    .map(([key, part]) => `${key}: ${describe(part)}`)
    .join(', ')} }`;
}

/** Undefined if the amount has a value. `running`: before the modifier. */
export function causeOfFailure(
  state: WorldState,
  modifier: CellModifier,
  scope: number,
  running: CellContent,
): FailureCause | undefined {
  let cause: FailureCause | undefined;
  const frame: Frame = {
    ...createFrame(state, turnOf(state)),
    evaluate(node) {
      const before = cause;
      const value = operationOf(node).evaluate(node, frame);
      // Its parent may do without it. Asked before slots change.
      cause = isAbsent(value) ? (cause ?? causeAt(node, frame)) : before;
      return value;
    },
  };
  amountIn(frame, modifier, scope, running);
  return cause;
}

function causeAt(node: Node, frame: Frame): FailureCause {
  const { state } = frame;
  const solved = asSolved(node);
  if (solved !== undefined) {
    const { name, kind } = state.model.variables[solved.variable];
    const of = frame.evaluate(node.args[0]);
    const holder = isAbsent(of) ? 0 : ancestorOfKind(state, of, kind);
    if (holder !== 0) return { by: 'variable', cell: { object: handleOf(state.identity, holder), variable: name } };
  }
  return { by: 'operation', operation: node.op, of: node.args.map((arg) => valueOf(arg, frame)) };
}

function valueOf(node: Node, frame: Frame): TypedValue {
  const value = frame.evaluate(node);
  if (isAbsent(value)) return { type: 'failed' };
  return toTyped(frame.state, node.type, {
    value,
    class: node.type.name === 'numeric' && frame.whole ? cellClass.whole : cellClass.plain,
  });
}
