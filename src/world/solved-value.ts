import { cellClass } from '../components/cell-class.js';
import { type Element, arrayText, diceText, pairText, readArray, readDice, readPair } from '../components/compounds.js';
import type { ElementType, Type } from '../components/model.js';
import type { WorldState } from '../components/world-state.js';
import { EdictError } from '../kernel/errors.js';
import type { Numeric } from '../kernel/numeric.js';
import { intern, textOf } from '../kernel/strings.js';
import type { CellContent } from '../compile/reference/cell-meaning.js';
import type { SolvedValue } from './solving-api.js';
import { fromHostType, toHost } from './cell-value.js';

/** Between what cells of variables hold and what hosts see of them. */

/** The content of a cell as hosts see it. */
export function toSolved(state: WorldState, type: Type, { value, class: kind }: CellContent): SolvedValue {
  if (kind === cellClass.failed) return { type: 'failed' };
  switch (type.name) {
    case 'number': return { type: 'number', value };
    case 'numeric': return { type: 'numeric', value, whole: kind === cellClass.whole };
    case 'boolean': return { type: 'boolean', value: value === 1 };
    case 'text': return { type: 'text', value: textOf(state.strings, value) };
    case 'pair': return { type: 'pair', ...readPair(textOf(state.strings, value)) };
    case 'dice': return { type: 'dice', ...readDice(textOf(state.strings, value)) };
    case 'array': return { type: 'array', of: type.of.name, elements: readArray(textOf(state.strings, value)).map((element) => elementOf(type.of, element)) };
    default: return { type: 'other', value: toHost(state, type, value) };
  }
}

function elementOf(type: ElementType, element: Element): SolvedValue {
  if (typeof element === 'object') return { type: 'numeric', ...element };
  if (typeof element === 'boolean') return { type: 'boolean', value: element };
  switch (type.name) {
    case 'pair': return { type: 'pair', ...readPair(element) };
    case 'dice': return { type: 'dice', ...readDice(element) };
    default: return { type: 'text', value: element };
  }
}

/** A value of a host as a cell of a type takes it. Throws where it is of another type. */
export function fromSolved(state: WorldState, name: string, type: Type, given: SolvedValue): CellContent {
  const plain = (value: number): CellContent => ({ value, class: cellClass.plain });
  const text = (value: string): CellContent => plain(intern(state.strings, value));
  switch (type.name) {
    case 'number':
      if (given.type === 'number' && Number.isFinite(given.value)) return plain(given.value + 0);
      break;
    case 'numeric':
      if (given.type === 'numeric' && isNumeric(given)) return { value: given.value, class: given.whole ? cellClass.whole : cellClass.plain };
      break;
    case 'boolean':
      if (given.type === 'boolean') return plain(given.value ? 1 : 0);
      break;
    case 'text':
      if (given.type === 'text') return text(given.value);
      break;
    case 'pair':
      if (given.type === 'pair' && isNumeric(given.x) && isNumeric(given.y)) return text(pairText(given.x, given.y));
      break;
    case 'dice':
      if (given.type === 'dice') return text(diceText(given.count, given.sides, given.add));
      break;
    case 'array':
      if (given.type === 'array' && given.of === type.of.name) return text(arrayText(type.of, given.elements.map((element) => fromElement(name, element))));
      break;
    default:
      if (given.type === 'other') return plain(fromHostType(state, name, type, given.value));
  }
  throw new EdictError('bad-value', `${name} cannot be ${shown(given)}; give a value of type ${type.name === 'array' ? `array of ${type.of.name}` : type.name}`);
}

function fromElement(name: string, element: SolvedValue): Element {
  switch (element.type) {
    case 'numeric': return { value: element.value, whole: element.whole };
    case 'boolean':
    case 'text': return element.value;
    case 'pair': return pairText(element.x, element.y);
    case 'dice': return diceText(element.count, element.sides, element.add);
    default: throw new EdictError('bad-value', `${name} cannot hold ${shown(element)}; give numerics, booleans, texts, pairs or dice`);
  }
}

function isNumeric({ value, whole }: Numeric): boolean {
  return typeof value === 'number' && (!whole || ((value | 0) === value && !Object.is(value, -0)));
}

/** A value for a message. */
function shown(value: SolvedValue): string {
  if (value.type === 'failed' || value.type === 'array' || value.type === 'pair' || value.type === 'dice') return `of type ${value.type}`;
  return `${String(value.value)} of type ${value.type}`;
}
