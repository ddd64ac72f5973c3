import * as print from '../printer.js';
import {
  type Declared,
  type Documentation,
  type Operation,
  binary,
  booleanType,
  isAbsent,
  numericType,
  sameType,
  signature,
  stronger,
  typeText,
} from '../operation.js';
import { type Frame, type Node, type Value, missing } from '../../ir/node.js';
import { type ElementType, type Type, isPooled } from '../../model/model.js';
import type { WorldState } from '../../components/state.js';
import { equation, leaf, sum } from '../printer.js';
import { expression } from '../form.js';
import { js } from '../emit/code.js';
import { missingToo } from '../data.js';
import { rowByRow, sameInRows } from '../columns/absence.js';
import { intern, textOf } from '../../kernel/strings.js';
import { scalar } from './scalar.js';
import { type Element, arrayText, elementText, readArray } from '../../components/compounds.js';
import { type Numeric, compareNumeric } from '../../kernel/numeric-value.js';
import { text as anyText } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';
import { valueType } from '../../ir/type-shapes.js';

/**
 * Texts, pairs, dice and arrays: handles into the world's pool of texts, equal where the values are identical (see
 * compounds.ts).
 */

export const textType: Type = { name: 'text' };

/** In characters. Longer texts are absent, because sums of sums would double without end. */
export const longestText = 1 << 20;

/** Missing where it is too long. */
export function pool(state: WorldState, text: string): Value {
  return text.length > longestText ? missing : intern(state.strings, text);
}

interface PooledData {
  readonly type: Type;
  readonly text: string;
}

export const pooled: Operation<PooledData> = {
  name: 'pooled',
  type: (args, { type }) =>
    isPooled(type) ? signature([], type)(args) : 'stands for a text, a pair, dice or an array',
  data: record<PooledData>({ type: valueType, text: anyText }),
  text: ({ type, text }) => `${typeText(type)} ${JSON.stringify(text)}`,
  document: { meaning: 'a text, pair, dice or array known at load', families: 'F' },
  print: leaf(({ type, text }) => (type.name === 'text' ? JSON.stringify(text) : text)),
  ofWorld: true,
  ...sameInRows(({ data }, { state }) => intern(state.strings, data.text)),
};

const identifiable: ReadonlySet<Type['name']> = new Set<Type['name']>(['text', 'pair', 'dice', 'boolean', 'class']);

export const identical: Operation<undefined> = scalar(
  {
    name: 'identical',
    type: (args) =>
      args.length === 2 && sameType(args[0], args[1]) && identifiable.has(args[0].name)
        ? booleanType
        : 'takes two texts, pairs, dice, booleans or classes',
    document: {
      meaning: 'two texts, pairs, dice, booleans or classes are equal',
      absent: 'an operand is',
      families: 'F',
    },
    print: equation,
    ofWorld: true,
    takes: [['code', 'code']],
  },
  expression(
    (a, b) => (a === b ? 1 : 0),
    (a, b) => js`${a} === ${b} ? 1 : 0`,
  ),
);

export const join: Operation<undefined> = {
  name: 'join',
  type: signature([textType, textType], textType),
  document: {
    meaning: 'one text after another',
    absent: 'an operand is, or the result exceeds 1,048,576 characters',
    families: 'F',
  },
  absence: missingToo,
  print: sum,
  ofWorld: true,
  evaluate(node, frame) {
    const { strings } = frame.state;
    let joined: Value = missing;
    const absence = binary(node, frame, (a, b) => {
      joined = pool(frame.state, textOf(strings, a) + textOf(strings, b));
      return 0;
    });
    return absence === 0 ? joined : absence;
  },
  columns: rowByRow,
};

/** Evaluated arguments: an array as its elements, a number with its class. */
type Given = readonly Element[] | Element;

function given(node: Node, frame: Frame): readonly Given[] | { readonly absent: Value } {
  const found: Given[] = [];
  let absence: Value = 0;
  for (const arg of node.args) {
    const value = frame.evaluate(arg);
    if (!isAbsent(value)) found.push(asGiven(arg.type, value, frame));
    else absence = absence === 0 ? value : stronger(absence, value);
  }
  return absence === 0 ? found : { absent: absence };
}

function asGiven(type: Type, value: number, { state, whole }: Frame): Given {
  switch (type.name) {
    case 'array':
      return readArray(textOf(state.strings, value));
    case 'numeric':
      return { value, whole };
    case 'boolean':
      return value === 1;
    default:
      return textOf(state.strings, value);
  }
}

function onElements<Args extends readonly Given[]>(
  name: string,
  type: (args: readonly Type[]) => Type | string,
  apply: (args: Args, frame: Frame, of: ElementType) => Value,
  said: Declared<undefined>,
): Operation<undefined> {
  return {
    name,
    type,
    ...said,
    evaluate(node, frame) {
      const args = given(node, frame);
      if ('absent' in args) return args.absent;
      const [array] = node.args;
      return apply(args as unknown as Args, frame, array.type.name === 'array' ? array.type.of : numericElement);
    },
    columns: rowByRow,
  };
}

const grown: Documentation = {
  meaning: 'an array with the elements of another, or one element, after its own',
  absent: 'an operand is, or the result exceeds 1,048,576 characters of text',
  families: 'F',
};
const fewer: Documentation = {
  meaning: 'an array without the elements of another, or without one: each removes its first occurrence',
  absent: 'an operand is',
  families: 'F',
};

type Elements = readonly Element[];
const numericElement: ElementType = { name: 'numeric' };

function store(elements: Elements, of: ElementType, frame: Frame): Value {
  return pool(frame.state, arrayText(of, elements));
}

function valueOf(element: Element, frame: Frame): number {
  if (typeof element === 'string') return intern(frame.state.strings, element);
  if (typeof element === 'boolean') return element ? 1 : 0;
  frame.whole = element.whole;
  return element.value;
}

function isArray(type: Type | undefined): type is Extract<Type, { readonly name: 'array' }> {
  return type?.name === 'array';
}

export const length = onElements<readonly [Elements]>(
  'length',
  (args) => (args.length === 1 && isArray(args[0]) ? numericType : 'takes an array'),
  ([array], frame) => {
    frame.whole = true;
    return array.length;
  },
  {
    document: { meaning: 'the number of elements of an array', absent: 'its operand is', families: 'F' },
    print: print.call('length'),
  },
);

export const element = onElements<readonly [Elements, Numeric]>(
  'element',
  (args) =>
    args.length === 2 && isArray(args[0]) && args[1].name === 'numeric' ? args[0].of : 'takes an array and a number',
  ([array, { value, whole }], frame) => {
    const found = whole ? array.at(value < 0 ? array.length : value) : undefined;
    return found === undefined ? missing : valueOf(found, frame);
  },
  {
    document: {
      meaning: 'the element of an array at an index from 0',
      absent: 'an operand is; missing if the index is not an int or is outside',
      families: 'F',
    },
    absence: missingToo,
    print({ args: [array, index] }, to) {
      to.write(array, print.binding.tightest);
      to.add('[');
      to.write(index, print.binding.loosest);
      to.add(']');
    },
  },
);

/** Fractions are cut off. */
export const slice = onElements<readonly [Elements, Numeric, ...Numeric[]]>(
  'slice',
  (args) => {
    const fits =
      (args.length === 2 || args.length === 3) &&
      isArray(args[0]) &&
      args.slice(1).every(({ name }) => name === 'numeric');
    return fits ? args[0] : 'takes an array, where to start and perhaps where to end';
  },
  ([array, start, ...ends], frame, of) => {
    const from = wholeOf(start);
    const to = ends.length === 0 ? array.length : wholeOf(ends[0]);
    return from < 0 || from > array.length || from > to ? missing : store(array.slice(from, to), of, frame);
  },
  {
    document: {
      meaning: 'the elements of an array from one index to before another, cut at its end',
      absent: 'an operand is; missing if the start is below 0, after the end or after the other index',
      families: 'F',
    },
    absence: missingToo,
    print: print.call('slice'),
  },
);

function wholeOf({ value }: Numeric): number {
  return Number.isNaN(value) ? 0 : Math.trunc(value);
}

export const concatenate = onElements<readonly [Elements, Elements]>(
  'concatenate',
  twoArrays,
  ([left, right], frame, of) => store([...left, ...right], of, frame),
  { document: grown, absence: missingToo, print: print.sum },
);

export const append = onElements<readonly [Elements, Element]>(
  'append',
  arrayAndElement,
  ([array, last], frame, of) => store([...array, last], of, frame),
  { document: grown, absence: missingToo, print: print.sum },
);

export const without = onElements<readonly [Elements, Elements]>(
  'without',
  twoArrays,
  ([left, right], frame, of) => store(difference(left, right), of, frame),
  { document: fewer, print: print.difference },
);

export const withoutElement = onElements<readonly [Elements, Element]>(
  'withoutElement',
  arrayAndElement,
  ([array, gone], frame, of) => store(difference(array, [gone]), of, frame),
  { document: fewer, print: print.difference },
);

/** An int and a double are equal as doubles. */
export const sameElements = onElements<readonly [Elements, Elements]>(
  'sameElements',
  (args) => (typeof twoArrays(args) === 'string' ? 'takes two arrays of one type' : booleanType),
  ([left, right]) => (left.length === right.length && left.every((each, i) => isEqual(each, right[i])) ? 1 : 0),
  {
    document: { meaning: 'two arrays have equal elements in the same order', absent: 'an operand is', families: 'F' },
    print: print.equation,
  },
);

function twoArrays(args: readonly Type[]): Type | string {
  return args.length === 2 && isArray(args[0]) && sameType(args[0], args[1]) ? args[0] : 'takes two arrays of one type';
}

function arrayAndElement(args: readonly Type[]): Type | string {
  return args.length === 2 && isArray(args[0]) && args[0].of.name === args[1].name
    ? args[0]
    : 'takes an array and one of what it holds';
}

function difference(from: Elements, gone: Elements): Elements {
  const left = new Map<string, number>();
  for (const each of gone) left.set(elementText(each), (left.get(elementText(each)) ?? 0) + 1);
  return from.filter((each) => {
    const count = left.get(elementText(each)) ?? 0;
    left.set(elementText(each), count - 1);
    return count <= 0;
  });
}

function isEqual(a: Element, b: Element): boolean {
  return typeof a === 'object' && typeof b === 'object' ? compareNumeric('==', a, b) : a === b;
}
