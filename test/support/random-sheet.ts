import { type Class, type Kind, type Type, type Variable, modelOf } from '../../src/model/model.js';
import { makeNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { running } from '../../src/eval/ops/time.js';
import { append, element, length, pooled, slice } from '../../src/eval/ops/texts.js';
import { heed } from '../../src/eval/ops/read.js';
import { both, choose, either, not } from '../../src/eval/ops/logic.js';
import * as numeric from '../../src/eval/ops/numeric-arithmetic.js';
import { slot } from '../../src/eval/ops/object-links.js';
import { solved } from '../../src/eval/ops/solved.js';
import { type CellModification, type CellModifier, type Grouping, type Program, noRules } from '../../src/ir/rule.js';
import { arrayText } from '../../src/components/compounds.js';
import type { Choices } from './choices.js';

/**
 * Random content of solved variables: three kinds, each hanging on the one before, with numeric, boolean and array
 * variables and inputs, and classes whose modifiers reach themselves, what they hang on, and others. Formulas read only
 * variables declared earlier, so nothing depends on itself.
 */
export function randomSheet(choices: Choices): Program {
  const kinds = ['sheet', 'item', 'part'].map(
    (name, i): Kind => ({
      index: i + 1,
      name,
      faction: false,
      node: false,
      ownership: { rule: 'none' },
      attachesTo: i === 0 ? [] : [i],
      orphan: 'destroy',
      columns: [],
    }),
  );
  const offsets = [0, 0, 0, 0];
  const variables: Variable[] = Array.from({ length: choices.between(4, 14) }, (_, index) => {
    const kind = choices.between(1, 3);
    const type = choices.pick<Type>([
      { name: 'numeric' },
      { name: 'numeric' },
      { name: 'numeric' },
      { name: 'boolean' },
      { name: 'array', of: { name: 'numeric' } },
    ]);
    const initial =
      type.name === 'numeric'
        ? choices.pick([
            { value: 0, whole: true },
            { value: 7, whole: true },
            { value: 0.5, whole: false },
          ])
        : type.name === 'boolean'
          ? { value: 0 }
          : { text: arrayText({ name: 'numeric' }, []) };
    return {
      index,
      name: `v${index}`,
      kind,
      type,
      initial,
      input: index > 0 && choices.oneIn(5),
      offset: offsets[kind]++,
      explanation: '',
    };
  });
  const classes = Array.from(
    { length: choices.between(2, 8) },
    (_, i): Class => ({
      index: i + 1,
      name: `class${i}`,
      kind: choices.between(1, 3),
      duration: 0,
      invisible: false,
      initial: new Map(),
      groups: new Set(choices.some(['red', 'blue'])),
    }),
  );
  const modifiers: CellModifier[] = Array.from({ length: choices.between(3, 40) }, (_, index) =>
    modifierOf(choices, index, variables, classes),
  );
  const model = modelOf({ kinds, variables, classes });
  return { model, fingerprint: 'random', rules: { ...noRules, modifiers } };
}

function modifierOf(
  choices: Choices,
  index: number,
  variables: readonly Variable[],
  classes: readonly Class[],
): CellModifier {
  const target = choices.pick(variables.filter(({ input }) => !input));
  const carrierKind = choices.oneIn(4) ? choices.between(1, 3) : undefined;
  const carrier =
    carrierKind === undefined
      ? { by: 'class' as const, class: choices.pick(classes).index }
      : { by: 'kind' as const, kind: carrierKind };
  const others: Grouping | undefined = choices.oneIn(3)
    ? {
        kind: choices.between(1, 3),
        which: choices.pick([
          { by: 'all' as const },
          { by: 'group' as const, group: 'red' },
          { by: 'class' as const, class: choices.pick(classes).index },
        ]),
      }
    : undefined;
  const type = target.type.name;
  const modification: CellModification =
    type === 'numeric'
      ? choices.pick(['set', 'add', 'add', 'multiply', 'divide', 'minimum', 'maximum'])
      : type === 'array'
        ? choices.pick(['set', 'union'])
        : 'set';
  return {
    index,
    name: `m${index}`,
    variable: target.index,
    carrier,
    ...(others === undefined ? {} : { others }),
    modification,
    amount: amountOf(
      choices,
      { variables: variables.slice(0, target.index), running: type === 'numeric' },
      target.type,
      3,
    ),
    text: '',
    priority: choices.pick([0, 0, 0, 1, 50]),
    whenAbsent: choices.oneIn(3) ? 'skip' : 'fail',
    origin: { file: 'random', line: index + 1, column: 1 },
  };
}

/** What a formula may read: some variables, and the running value where that is numeric. */
export interface Readable {
  readonly variables: readonly Variable[];
  readonly running: boolean;
}

/** A formula of a type. */
export function amountOf(choices: Choices, readable: Readable, type: Type, depth: number): Node {
  const known = readable.variables.filter((each) => each.type.name === type.name);
  if (depth > 0 && known.length > 0 && choices.oneIn(2)) return reading(choices.pick(known));
  switch (type.name) {
    case 'boolean':
      return depth === 0 || choices.oneIn(4)
        ? comparison(choices, readable, 0)
        : choices.pick([
            () => comparison(choices, readable, depth - 1),
            () => makeNode(not, undefined, amountOf(choices, readable, type, depth - 1)),
            () =>
              makeNode(
                choices.oneIn(2) ? both : either,
                undefined,
                amountOf(choices, readable, type, depth - 1),
                amountOf(choices, readable, type, depth - 1),
              ),
          ])();
    case 'array':
      return arrayNode(choices, readable, depth);
    default:
      return numericNode(choices, readable, depth);
  }
}

const numericType: Type = { name: 'numeric' };
const arrayType: Type = { name: 'array', of: { name: 'numeric' } };

function reading({ index, type }: Variable): Node {
  return makeNode(solved, { variable: index, type, absent: 'missing' }, makeNode(slot, { slot: 0 }));
}

function comparison(choices: Choices, readable: Readable, depth: number): Node {
  const side = (): Node => numericNode(choices, readable, depth);
  return makeNode(
    numeric.numericCompare,
    { comparison: choices.pick(['==', '!=', '<', '<=', '>', '>='] as const) },
    side(),
    side(),
  );
}

function arrayNode(choices: Choices, readable: Readable, depth: number): Node {
  const constant = (): Node =>
    makeNode(pooled, {
      type: arrayType,
      text: arrayText(
        { name: 'numeric' },
        Array.from({ length: choices.below(4) }, () =>
          choices.pick([
            { value: 1, whole: true },
            { value: 2, whole: true },
            { value: 2, whole: false },
          ]),
        ),
      ),
    });
  if (depth === 0 || choices.oneIn(3)) return constant();
  return choices.oneIn(2)
    ? makeNode(
        append,
        undefined,
        amountOf(choices, readable, arrayType, depth - 1),
        numericNode(choices, readable, depth - 1),
      )
    : makeNode(slice, undefined, amountOf(choices, readable, arrayType, depth - 1), numericNode(choices, readable, 0));
}

const values = [0, 1, 2, 3, -1, -7, 10, 2147483647, -2147483648];
const doubles = [0.5, 3, -0, 1e300, NaN, Infinity, -2.5];
const dyadics = [
  numeric.numericAdd,
  numeric.numericSubtract,
  numeric.numericMultiply,
  numeric.numericDivide,
  numeric.numericRemainder,
  numeric.numericPower,
  numeric.numericMinimum,
  numeric.numericMaximum,
];
const monadics = [
  numeric.numericNegate,
  numeric.numericAbsolute,
  numeric.numericFloor,
  numeric.numericCeiling,
  numeric.numericRound,
];

function numericNode(choices: Choices, readable: Readable, depth: number): Node {
  const deeper = (): Node => amountOf(choices, readable, numericType, depth - 1);
  if (depth <= 0)
    return choices.oneIn(3)
      ? makeNode(numeric.numeral, { value: choices.pick(doubles), whole: false })
      : makeNode(numeric.numeral, { value: choices.pick(values), whole: true });
  return choices.pick([
    () => numericNode(choices, readable, 0),
    () => (readable.running ? makeNode(running, { type: numericType }) : numericNode(choices, readable, 0)),
    () => makeNode(choices.pick(dyadics), undefined, deeper(), deeper()),
    () => makeNode(choices.pick(dyadics), undefined, deeper(), deeper()),
    () => makeNode(choices.pick(monadics), undefined, deeper()),
    () => makeNode(heed, undefined, deeper(), amountOf(choices, readable, { name: 'boolean' }, depth - 1), deeper()),
    () => makeNode(choose, undefined, amountOf(choices, readable, { name: 'boolean' }, depth - 1), deeper(), deeper()),
    () => makeNode(length, undefined, amountOf(choices, readable, arrayType, depth - 1)),
    () =>
      makeNode(
        element,
        undefined,
        amountOf(choices, readable, arrayType, depth - 1),
        numericNode(choices, readable, 0),
      ),
  ])();
}
