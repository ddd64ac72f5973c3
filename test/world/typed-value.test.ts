import { expect, it } from 'vitest';
import type { ElementType, Type } from '../../src/model/model.js';
import { fromGiven, toTyped } from '../../src/world/typed-value.js';
import type { CellValue } from '../../src/world/api.js';
import type { TypedValue } from '../../src/world/variables-api.js';
import { stateOf } from '../support/hand-model.js';

const state = stateOf();
const int = (value: number): TypedValue => ({ type: 'numeric', value, whole: true });
const listOf = (of: ElementType['name'], elements: readonly TypedValue[]): TypedValue => ({
  type: 'array',
  of,
  elements,
});

it.each<[Type, TypedValue]>([
  [{ name: 'number' }, { type: 'number', value: 2.5 }],
  [{ name: 'numeric' }, { type: 'numeric', value: NaN, whole: false }],
  [{ name: 'boolean' }, { type: 'boolean', value: true }],
  [{ name: 'text' }, { type: 'text', value: 'axe' }],
  [{ name: 'pair' }, { type: 'pair', x: { value: 1, whole: true }, y: { value: 1, whole: false } }],
  [{ name: 'dice' }, { type: 'dice', count: 2, sides: 6, add: -1 }],
  [{ name: 'array', of: { name: 'numeric' } }, listOf('numeric', [int(1), int(2)])],
  [{ name: 'array', of: { name: 'dice' } }, listOf('dice', [{ type: 'dice', count: 1, sides: 4, add: 0 }])],
  [{ name: 'entity' }, { type: 'entity', value: null }],
])('of type %o is taken and given back', (type, value) => {
  expect(toTyped(state, type, fromGiven(state, 'x', type, value))).toEqual(value);
});

/** None of them is of the type, or of any. */
it.each<[Type, unknown, string]>([
  [{ name: 'text' }, { type: 'text', value: 5 }, 'give { type: "text", value } with a text'],
  [
    { name: 'numeric' },
    { type: 'numeric', value: 1.5, whole: true },
    'x cannot be { type: "numeric", value: 1.5, whole: true }; give',
  ],
  [{ name: 'numeric' }, { type: 'numeric', value: 1 }, 'whether it is a 32-bit integer'],
  [{ name: 'pair' }, { type: 'pair', x: 1, y: 2 }, 'numbers of the form { value, whole }'],
  [{ name: 'pair' }, { type: 'pair' }, 'x cannot be { type: "pair" }; give'],
  [{ name: 'dice' }, { type: 'dice', count: 1.5, sides: 6, add: 0 }, 'with whole numbers'],
  [{ name: 'dice' }, { type: 'dice', count: -1, sides: 6, add: 0 }, 'with whole numbers'],
  [
    { name: 'array', of: { name: 'numeric' } },
    listOf('numeric', [{ type: 'text', value: 'a' }]),
    'give { type: "array", of: "numeric", elements } with values of type numeric',
  ],
  [
    { name: 'array', of: { name: 'numeric' } },
    { type: 'array', of: 'numeric', elements: [null] },
    'elements: a list }; give',
  ],
  [{ name: 'array', of: { name: 'text' } }, { type: 'array', of: 'text', elements: 'axe' }, 'elements: "axe" }; give'],
  [{ name: 'array', of: { name: 'text' } }, [], 'x cannot be a list; give'],
])('%o refuses %o', (type, value, message) => {
  expect(() => fromGiven(state, 'x', type, value as TypedValue)).toThrow(message);
});

it.each<[Type, CellValue, unknown]>([
  [{ name: 'number' }, -0, { type: 'number', value: 0 }],
  [{ name: 'numeric' }, 7, int(7)],
  [{ name: 'numeric' }, 2 ** 31, { type: 'numeric', value: 2 ** 31, whole: false }],
  [{ name: 'text' }, 'axe', { type: 'text', value: 'axe' }],
  [{ name: 'boolean' }, false, { type: 'boolean', value: false }],
])('plain: %o is %o', (type, value, solved) => {
  expect(toTyped(state, type, fromGiven(state, 'x', type, value))).toEqual(solved);
});

it.each<[Type, CellValue, string]>([
  [{ name: 'boolean' }, 1, 'x cannot be 1; give true or false'],
  [{ name: 'numeric' }, 'seven', 'x cannot be "seven"; give { type: "numeric"'],
  [{ name: 'dice' }, '2d6', 'x cannot be "2d6"; give { type: "dice"'],
])('plain: %o refuses %o', (type, value, message) => {
  expect(() => fromGiven(state, 'x', type, value)).toThrow(message);
});
