import { arrayText, diceText, pairText } from '../../../src/components/compounds.js';
import type { ElementType, Type } from '../../../src/model/model.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import * as arrays from '../../../src/eval/ops/texts.js';
import { identical, join, pooled } from '../../../src/eval/ops/texts.js';
import { running } from '../../../src/eval/ops/time.js';
import { both, choose, either } from '../../../src/eval/ops/logic.js';
import * as numeric from '../../../src/eval/ops/numeric-arithmetic.js';
import { solved } from '../../../src/eval/ops/solved.js';
import type { Numeric } from '../../../src/kernel/numeric-value.js';
import type { Comparison } from '../../../src/kernel/comparison.js';
import type { Choices } from '../../support/choices.js';
import type { NodePlace } from './random-node.js';

/** Random nodes of what variables hold: numbers with classes, texts, pairs, dice and arrays. */

export type Make = (choices: Choices, place: NodePlace, depth: number) => Node;
export type MakeOfType = (type: Type, choices: Choices, place: NodePlace, depth: number) => Node;

export const numericType: Type = { name: 'numeric' };
const textType: Type = { name: 'text' };
const booleanType: Type = { name: 'boolean' };
const elementTypes: readonly ElementType[] = [
  { name: 'numeric' },
  { name: 'boolean' },
  { name: 'text' },
  { name: 'pair' },
  { name: 'dice' },
];
export const arrayTypes: readonly Type[] = elementTypes.map((of) => ({ name: 'array', of }));

/** The types that are not those of columns. */
export const pooledTypes: readonly Type[] = [textType, { name: 'pair' }, { name: 'dice' }, ...arrayTypes];

const ints = [0, 1, -1, 2, 3, 7, -10, 10, 65536, 2147483647, -2147483648, 2147483646, -2147483647];
const doubles = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  2.5,
  -2.5,
  0.49999999999999994,
  1.5,
  3,
  1e6,
  2147483647,
  2147483647.5,
  2147483648,
  -2147483648,
  -2147483649,
  2 ** 52 + 1,
  2 ** 63,
  -(2 ** 63),
  -(2 ** 63) - 2048,
  2 ** 63 - 1024,
  4294967297,
  1e300,
  NaN,
  Infinity,
  -Infinity,
  Number.MIN_VALUE,
  -Number.MIN_VALUE,
  2.2e-308,
];

export function randomNumeric(choices: Choices): Numeric {
  return choices.oneIn(2) ? { value: choices.pick(ints), whole: true } : { value: choices.pick(doubles), whole: false };
}

/** A small whole number, as indices are. */
function smallInt(choices: Choices): Node {
  return makeNode(numeric.numeral, { value: choices.between(-1, 3), whole: !choices.oneIn(8) });
}

const words = ['', 'axe', 'bow', 'a,b', '"', 'é'];

function elementText(of: ElementType, choices: Choices): Numeric | boolean | string {
  switch (of.name) {
    case 'numeric':
      return { value: choices.pick([0, 1, 1, 2, 2.5]), whole: false };
    case 'boolean':
      return choices.oneIn(2);
    case 'text':
      return choices.pick(words);
    case 'pair':
      return pairText({ value: choices.below(2), whole: true }, { value: choices.below(2), whole: choices.oneIn(2) });
    case 'dice':
      return diceText(choices.between(1, 2), 6, choices.between(-1, 1));
  }
}

function intsToo(element: Numeric | boolean | string, choices: Choices): Numeric | boolean | string {
  return typeof element === 'object' && Number.isInteger(element.value) && choices.oneIn(2)
    ? { ...element, whole: true }
    : element;
}

/** The canonical text of a random value of a pooled type. */
export function randomText(type: Type, choices: Choices): string {
  if (type.name !== 'array') return elementText(type as ElementType, choices) as string;
  return arrayText(
    type.of,
    Array.from({ length: choices.below(4) }, () => intsToo(elementText(type.of, choices), choices)),
  );
}

/** A variable of a type, of an object that may have none. */
function solvedOf(type: Type, choices: Choices, place: NodePlace, object: Node): Node | undefined {
  const fitting = place.model.variables.filter(
    (each) =>
      each.type.name === type.name &&
      (each.type.name !== 'array' || type.name !== 'array' || each.type.of.name === type.of.name),
  );
  if (fitting.length === 0) return undefined;
  const variable = choices.pick(fitting);
  return makeNode(
    solved,
    {
      variable: variable.index,
      type: variable.type,
      absent: choices.pick([
        'missing',
        'missing',
        'notFound',
        pooledTypes.includes(variable.type) ? 'initial' : 'zero',
        'initial',
      ] as const),
    },
    object,
  );
}

/** Makers by the names of their operations. */
export function numericMakers(
  nodeOf: MakeOfType,
  entityNode: Make,
): { readonly ofType: MakeOfType; readonly byName: Readonly<Record<string, Make>> } {
  const ofOne =
    (operation: Parameters<typeof makeNode>[0]): Make =>
    (choices, place, depth) =>
      makeNode(operation, undefined, numericNode(choices, place, depth - 1));
  const ofTwo =
    (operation: Parameters<typeof makeNode>[0]): Make =>
    (choices, place, depth) =>
      makeNode(operation, undefined, numericNode(choices, place, depth - 1), numericNode(choices, place, depth - 1));
  const anyArray = (choices: Choices): Extract<Type, { readonly name: 'array' }> => ({
    name: 'array',
    of: choices.pick(elementTypes),
  });
  const solvedNode = (type: Type, choices: Choices, place: NodePlace, depth: number): Node | undefined =>
    solvedOf(type, choices, place, entityNode(choices, place, depth - 1));
  const pooledNode = (type: Type, choices: Choices): Node =>
    makeNode(pooled, { type, text: randomText(type, choices) });
  const index = (choices: Choices, place: NodePlace, depth: number): Node =>
    choices.oneIn(3) ? numericNode(choices, place, depth - 1) : smallInt(choices);

  const arithmetic: Readonly<Record<string, Make>> = {
    ...Object.fromEntries(
      (
        [
          'numericAdd',
          'numericSubtract',
          'numericMultiply',
          'numericDivide',
          'numericRemainder',
          'numericPower',
          'numericMinimum',
          'numericMaximum',
        ] as const
      ).map((name): [string, Make] => [name, ofTwo(numeric[name])]),
    ),
    ...Object.fromEntries(
      (['numericNegate', 'numericAbsolute', 'numericFloor', 'numericCeiling', 'numericRound'] as const).map(
        (name): [string, Make] => [name, ofOne(numeric[name])],
      ),
    ),
  };

  function numericNode(choices: Choices, place: NodePlace, depth: number): Node {
    const plain = (): Node =>
      place.running?.name === 'numeric' && choices.oneIn(2)
        ? makeNode(running, { type: numericType })
        : makeNode(numeric.numeral, randomNumeric(choices));
    if (depth <= 0) return choices.oneIn(2) ? plain() : (solvedNode(numericType, choices, place, 0) ?? plain());
    switch (choices.below(8)) {
      case 0:
        return solvedNode(numericType, choices, place, depth) ?? plain();
      case 1:
        return byName.length(choices, place, depth);
      case 2:
        return nodeOf(numericType, choices, place, 0);
      case 3:
        return makeNode(
          choose,
          undefined,
          nodeOf(booleanType, choices, place, depth - 1),
          numericNode(choices, place, depth - 1),
          numericNode(choices, place, depth - 1),
        );
      default:
        return arithmetic[choices.pick(Object.keys(arithmetic))](choices, place, depth);
    }
  }

  function arrayNode(type: Type, choices: Choices, place: NodePlace, depth: number): Node {
    if (depth <= 0 || choices.oneIn(3))
      return choices.oneIn(2)
        ? pooledNode(type, choices)
        : (solvedNode(type, choices, place, 0) ?? pooledNode(type, choices));
    const given = { choices, place, depth };
    switch (choices.below(5)) {
      case 0:
        return twoArrays(arrays.concatenate, type, given);
      case 1:
        return twoArrays(arrays.without, type, given);
      case 2:
        return withElement(arrays.append, type, given);
      case 3:
        return withElement(arrays.withoutElement, type, given);
      default:
        return sliceOf(type, given);
    }
  }

  interface Given {
    readonly choices: Choices;
    readonly place: NodePlace;
    readonly depth: number;
  }

  const inner = (type: Type, { choices, place, depth }: Given): Node => nodeOf(type, choices, place, depth - 1);

  function twoArrays(operation: Parameters<typeof makeNode>[0], type: Type, given: Given): Node {
    return makeNode(operation, undefined, inner(type, given), inner(type, given));
  }

  function withElement(operation: Parameters<typeof makeNode>[0], type: Type, given: Given): Node {
    return makeNode(
      operation,
      undefined,
      inner(type, given),
      inner(type.name === 'array' ? type.of : numericType, given),
    );
  }

  function sliceOf(type: Type, given: Given): Node {
    const { choices, place, depth } = given;
    return makeNode(
      arrays.slice,
      undefined,
      inner(type, given),
      ...Array.from({ length: choices.between(1, 2) }, () => index(choices, place, depth)),
    );
  }

  const ofType: MakeOfType = (type, choices, place, depth) => {
    if (type.name === 'numeric') return numericNode(choices, place, depth);
    if (type.name === 'array') return arrayNode(type, choices, place, depth);
    if (type.name === 'text' && depth > 0 && choices.oneIn(2)) return byName.join(choices, place, depth);
    return choices.oneIn(2)
      ? pooledNode(type, choices)
      : (solvedNode(type, choices, place, depth) ?? pooledNode(type, choices));
  };

  const ofArray =
    (make: (type: Type, given: Given) => Node): Make =>
    (choices, place, depth) =>
      make(anyArray(choices), { choices, place, depth });
  const strict =
    (operation: Parameters<typeof makeNode>[0]): Make =>
    (choices, place, depth) =>
      makeNode(
        operation,
        undefined,
        nodeOf(booleanType, choices, place, depth - 1),
        nodeOf(booleanType, choices, place, depth - 1),
      );

  const byName: Readonly<Record<string, Make>> = {
    ...arithmetic,
    numeral: (choices) => makeNode(numeric.numeral, randomNumeric(choices)),
    numericCompare: (choices, place, depth) =>
      makeNode(
        numeric.numericCompare,
        { comparison: choices.pick<Comparison>(['==', '==', '!=', '<', '<=', '>', '>=']) },
        numericNode(choices, place, depth - 1),
        numericNode(choices, place, depth - 1),
      ),
    solved(choices, place, depth) {
      const type = choices.pick<Type>([numericType, numericType, ...place.model.variables.map((each) => each.type)]);
      return solvedNode(type, choices, place, depth) ?? pooledNode(textType, choices);
    },
    pooled: (choices) => pooledNode(choices.pick(pooledTypes), choices),
    identical(choices, place, depth) {
      const type = choices.pick<Type>([textType, { name: 'pair' }, { name: 'dice' }, booleanType, { name: 'class' }]);
      return makeNode(
        identical,
        undefined,
        nodeOf(type, choices, place, depth - 1),
        nodeOf(type, choices, place, depth - 1),
      );
    },
    join: (choices, place, depth) =>
      makeNode(
        join,
        undefined,
        nodeOf(textType, choices, place, depth - 1),
        nodeOf(textType, choices, place, depth - 1),
      ),
    both: strict(both),
    either: strict(either),
    length: ofArray((type, given) => makeNode(arrays.length, undefined, inner(type, given))),
    element: ofArray((type, given) =>
      makeNode(arrays.element, undefined, inner(type, given), index(given.choices, given.place, given.depth)),
    ),
    slice: ofArray(sliceOf),
    concatenate: ofArray((type, given) => twoArrays(arrays.concatenate, type, given)),
    append: ofArray((type, given) => withElement(arrays.append, type, given)),
    without: ofArray((type, given) => twoArrays(arrays.without, type, given)),
    withoutElement: ofArray((type, given) => withElement(arrays.withoutElement, type, given)),
    sameElements: ofArray((type, given) => twoArrays(arrays.sameElements, type, given)),
    'numeric running': (choices, place) =>
      place.running?.name === 'numeric'
        ? makeNode(running, { type: numericType })
        : makeNode(numeric.numeral, randomNumeric(choices)),
    'numeric choose': (choices, place, depth) =>
      makeNode(
        choose,
        undefined,
        nodeOf(booleanType, choices, place, depth - 1),
        numericNode(choices, place, depth - 1),
        numericNode(choices, place, depth - 1),
      ),
  };
  return { ofType, byName };
}
