import type { Column, Model, ColumnType, Type } from '../../../src/model/model.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { type AffiliationMode } from '../../../src/eval/data.js';
import { affiliation, related, unowned } from '../../../src/eval/ops/affiliations.js';
import { among } from '../../../src/eval/ops/among.js';
import {
  type Fold,
  type Pick,
  allPicks,
  picksByKeys,
  takesValue,
  type Range,
  hasAnchor,
} from '../../../src/eval/ops/range.js';
import { aggregate, countTrue, leftFold } from '../../../src/eval/ops/member-folds.js';
import * as arithmetic from '../../../src/eval/ops/arithmetic.js';
import { available, heldCount, heldWord, holds, sighted, visible } from '../../../src/eval/ops/bit-tests.js';
import { age, created, running, time, turn } from '../../../src/eval/ops/time.js';
import { compare, within } from '../../../src/eval/ops/compare-values.js';
import { type Comparison } from '../../../src/kernel/comparison.js';
import { constant, lookup } from '../../../src/eval/ops/constants.js';
import { controller, step } from '../../../src/eval/ops/occurrence-reads.js';
import { offset } from '../../../src/eval/ops/offset.js';
import { gridCell, gridSteps, vacant } from '../../../src/eval/ops/grid.js';
import { coordinate, distance, jumps, nearby, stepToward } from '../../../src/eval/ops/space.js';
import { draw, instance, instanceDraw, lead, normal, poisson, streamDraw } from '../../../src/eval/ops/draws.js';
import { classOf, follow, kindOf, role, slot } from '../../../src/eval/ops/object-links.js';
import { parameter } from '../../../src/eval/ops/parameters.js';
import { heed, read } from '../../../src/eval/ops/read.js';
import * as integers from '../../../src/eval/ops/integers.js';
import { pick, unbound } from '../../../src/eval/ops/pick.js';
import * as logic from '../../../src/eval/ops/logic.js';
import { provided } from '../../../src/eval/ops/logic.js';
import { supposed } from '../../../src/eval/ops/supposed.js';
import type { Choices } from '../../support/choices.js';
import { collectOf, randomBallRange, randomCellsRange, randomConnectionRange } from './random-connection.js';
import { numericMakers, pooledTypes } from './random-numeric-node.js';
import { occurringNode, rememberedNode } from './random-occurrence.js';
import { wordsAsked } from './random-state.js';

/**
 * Random nodes of the IR, straight from the table of operations: every operation, every policy of it, also what no text
 * of the language gives.
 */

export interface NodePlace {
  readonly model: Model;
  /** Slots that are bound: 0 up to, and without, this one. */
  readonly slots: number;
  /** The type of the running value, where there is one. */
  readonly running: Type | undefined;
  /** Aggregates that may still stand inside one another. */
  readonly aggregates: number;
}

type Make = (choices: Choices, place: NodePlace, depth: number) => Node;

const number: ColumnType = { name: 'number' };
const boolean: ColumnType = { name: 'boolean' };
const entity: ColumnType = { name: 'entity' };
const numbers = [0, -0, 1, 2, 3, 0.5, -1, -2.5, 10, 1e6, NaN, Infinity, -Infinity, Number.MIN_VALUE];

/** A node of a type. */
export function nodeOf(type: Type, choices: Choices, place: NodePlace, depth: number): Node {
  switch (type.name) {
    case 'number':
      return numberNode(choices, place, depth);
    case 'boolean':
      return booleanNode(choices, place, depth);
    case 'entity':
      return entityNode(choices, place, depth);
    case 'kind':
      return choices.oneIn(2)
        ? constantOf(type, choices.between(0, place.model.kinds.length))
        : byName.kindOf(choices, place, depth);
    case 'class':
      return choices.oneIn(2)
        ? constantOf(type, choices.between(0, place.model.classes.length))
        : byName.classOf(choices, place, depth);
    case 'enumeration':
      return wordNode(type, choices, place, depth);
    default:
      return withClasses.ofType(type, choices, place, depth);
  }
}

const withClasses = numericMakers(nodeOf, entityNode);

/** A node of an operation, by its name. */
export function nodeFor(name: string, choices: Choices, place: NodePlace, depth: number): Node {
  return byName[name](choices, place, depth);
}

/** Names of the operations that can be asked for. */
export const nodeNames = (): readonly string[] => Object.keys(byName);

function constantOf(type: ColumnType, value: number): Node {
  return makeNode(constant, { value, type });
}

/** What is absent in every row: nobody has a column. */
function absentOf(type: ColumnType, choices: Choices, model: Model): Node {
  const column = choices.pick(ofType(model.columns, type));
  return makeNode(
    read,
    { column: column.index, type: column.type, climb: false, absent: choices.pick(['missing', 'notFound'] as const) },
    constantOf(entity, 0),
  );
}

function ofType(columns: readonly Column[], type: ColumnType): readonly Column[] {
  return columns.filter(
    (column) =>
      column.type.name === type.name &&
      (column.type.name !== 'enumeration' || type.name !== 'enumeration' || column.type.index === type.index),
  );
}

function readNode(type: ColumnType, choices: Choices, place: NodePlace, depth: number): Node {
  const columns = ofType(place.model.columns, type);
  if (columns.length === 0) return constantOf(type, 0);
  const column = choices.pick(columns);
  const absent = choices.pick(['missing', 'notFound', 'zero', 'initial'] as const);
  return makeNode(
    read,
    { column: column.index, type: column.type, climb: choices.oneIn(2), absent },
    entityNode(choices, place, depth - 1),
  );
}

function parameterNode(name: string, { parameterByName }: Model): Node {
  const { index, type } = parameterByName.get(name) ?? { index: 0, type: number };
  return makeNode(parameter, { parameter: index, type });
}

function numberNode(choices: Choices, place: NodePlace, depth: number): Node {
  if (depth <= 0)
    return choices.oneIn(2)
      ? choices.oneIn(8)
        ? absentOf(number, choices, place.model)
        : constantOf(number, choices.pick(numbers))
      : readNode(number, choices, place, 0);
  const names = [
    ...Object.keys(arithmetic),
    ...['add', 'subtract', 'multiply', 'minimum', 'maximum', 'divide', 'remainder', 'floor', 'round'],
    'read',
    'read',
    'read',
    'read',
    'turn',
    'age',
    'created',
    'lookup',
    'running',
    'distance',
    'gridSteps',
    'offset',
    'jumps',
    'coordinate',
    'draw',
    'normal',
    'poisson',
    'lead',
    'instanceDraw',
    'number otherwise',
    'number choose',
    'number provided',
    'time',
    'number parameter',
    'countTrue',
    'number aggregate',
    'number aggregate',
    'place aggregate',
    'collected number aggregate',
    'integer',
    'integer',
    'heldCount',
    'number supposed',
    'number occurring',
    'number remembered',
  ];
  return pickNode(names, choices, place, depth);
}

function booleanNode(choices: Choices, place: NodePlace, depth: number): Node {
  if (depth <= 0)
    return choices.oneIn(3)
      ? choices.oneIn(3)
        ? absentOf(boolean, choices, place.model)
        : constantOf(boolean, choices.pick([0, 1, 1]))
      : choices.oneIn(2)
        ? readNode(boolean, choices, place, 0)
        : makeNode(
            compare,
            { comparison: '==' as const },
            byName.kindOf(choices, place, 0),
            constantOf({ name: 'kind' }, choices.between(0, place.model.kinds.length)),
          );
  const names = [
    'compare',
    'compare',
    'compare',
    'and',
    'and',
    'or',
    'or',
    'not',
    'present',
    'applies',
    'same instance',
    'within',
    'affiliation',
    'unowned',
    'related',
    'visible',
    'sighted',
    'available',
    'vacant',
    'nearby aggregate',
    'among aggregate',
    'holds',
    'holds',
    'heldWord',
    'boolean supposed',
    'boolean occurring',
    'boolean remembered',
    'boolean read',
    'boolean parameter',
    'boolean otherwise',
    'boolean choose',
    'boolean provided',
    'boolean aggregate',
    'collected boolean aggregate',
    'numericCompare',
    'numericCompare',
    'both',
    'either',
    'identical',
    'sameElements',
  ];
  return pickNode(names, choices, place, depth);
}

function entityNode(choices: Choices, place: NodePlace, depth: number): Node {
  if (depth <= 0 || choices.oneIn(3))
    return choices.oneIn(20)
      ? choices.oneIn(2)
        ? absentOf(entity, choices, place.model)
        : constantOf(entity, 0)
      : byName.slot(choices, place, 0);
  return pickNode(
    [
      'follow',
      'follow',
      'follow',
      'entity read',
      'role',
      'controller',
      'entity occurring',
      'entity remembered',
      'stepToward',
      'gridCell',
      'entity otherwise',
      'entity choose',
      'entity provided',
      'entity aggregate',
    ],
    choices,
    place,
    depth,
  );
}

function wordNode(type: ColumnType, choices: Choices, place: NodePlace, depth: number): Node {
  const members = type.name === 'enumeration' ? place.model.enumerations[type.index].members.length : 0;
  if (choices.oneIn(3)) return constantOf(type, choices.between(0, members));
  switch (depth > 0 && place.model.occurrences.length > 0 ? choices.below(6) : -1) {
    case 0:
      return occurringNode(type, place.model);
    case 1:
      return rememberedNode(wordNode(type, choices, place, depth - 1), choices, place.model);
    case 2:
      return type.name === 'enumeration'
        ? makeNode(step, { enumeration: type.index })
        : readNode(type, choices, place, depth);
    default:
      return readNode(type, choices, place, depth);
  }
}

/** Where nothing occurs they are always absent, and what has them in it is never kept. */
const ofOccurrences = /occurring$|remembered$|^controller$/;

function pickNode(names: readonly string[], choices: Choices, place: NodePlace, depth: number): Node {
  const fitting = names.filter(
    (name) =>
      (place.aggregates > 0 || !name.endsWith('aggregate')) &&
      (place.running?.name === 'number' || name !== 'running') &&
      (place.model.occurrences.length > 0 || !ofOccurrences.test(name)),
  );
  return byName[choices.pick(fitting)](choices, place, depth);
}

const both = (type: Type, choices: Choices, place: NodePlace, depth: number): readonly [Node, Node] => [
  nodeOf(type, choices, place, depth - 1),
  nodeOf(type, choices, place, depth - 1),
];

const anyType = (choices: Choices, { model }: NodePlace): Type =>
  choices.pick<Type>([
    { name: 'numeric' },
    { name: 'numeric' },
    { name: 'numeric' },
    choices.pick(pooledTypes),
    ...comparable(model),
  ]);

/** Types that columns have, too. */
const comparable = (model: Model): readonly ColumnType[] => [
  number,
  number,
  entity,
  boolean,
  { name: 'kind' },
  { name: 'class' },
  ...model.enumerations.map(({ index }): ColumnType => ({ name: 'enumeration', index })),
];

const ranges = ['objects', 'class', 'attached', 'contents', 'contents', 'owned', 'owners'] as const;

function anyRange(choices: Choices, model: Model): Range {
  if (choices.oneIn(4) && model.grids.length > 0) return randomCellsRange(choices, model);
  if (choices.oneIn(5) && model.spaces.length > 0) return randomBallRange(choices, model);
  if (choices.oneIn(3) && model.grids.length > 0) return randomConnectionRange(choices, model);
  return plainRange(choices.pick(ranges), choices, model);
}

function plainRange(over: (typeof ranges)[number], choices: Choices, model: Model): Range {
  const kind = choices.oneIn(2) ? 0 : choices.between(1, model.kinds.length);
  const range = { kind, class: choices.between(1, model.classes.length) };
  return over === 'class' ? { ...range, over, kind: 0 } : { ...range, over };
}

function distanceNode(choices: Choices, place: NodePlace, depth: number): Node {
  return choices.oneIn(3)
    ? numberNode(choices, place, depth - 1)
    : constantOf(number, choices.pick([0, 1, 1, 1, 2, 2.5, 3, 7, 1000, -1, NaN, Infinity]));
}

/** An operation on grids; where there is none, on something else of the type. */
function onGrid(
  type: ColumnType,
  make: (grid: number, choices: Choices, place: NodePlace, depth: number) => Node,
): Make {
  return (choices, place, depth) => {
    const { grids } = place.model;
    return grids.length === 0
      ? nodeOf(type, choices, place, 0)
      : make(choices.below(grids.length), choices, place, depth);
  };
}

/** A fold that a host has registered, or where there is none another one. */
function collectedOf(output: 'boolean' | 'number', choices: Choices, place: NodePlace, depth: number): Node {
  const { model } = place;
  if (model.aggregators.length === 0)
    return aggregateOf(output === 'number' ? ['integerSum', 'integerMean'] : ['any'], choices, place, depth);
  const range = anyRange(choices, model);
  const outer = { ...place, aggregates: place.aggregates - 1 };
  const args = rangeArguments(range, choices, place, depth);
  return collectOf(choices, model, output, range, place.slots, args, (type) =>
    nodeOf({ name: type }, choices, { ...outer, slots: place.slots + 1 }, depth - 1),
  );
}

/** Arguments of a range: what it starts from, and for one whose members are ranked how many, a filter and keys. */
function rangeArguments(range: Range, choices: Choices, place: NodePlace, depth: number): readonly Node[] {
  const outer = { ...place, aggregates: place.aggregates - 1 };
  if (range.over !== 'ranked') {
    if (!hasAnchor(range)) return [];
    const anchor = entityNode(choices, outer, depth - 1);
    return range.over === 'cells' || range.over === 'ball' ? [anchor, distanceNode(choices, outer, depth)] : [anchor];
  }
  const inner = { ...outer, slots: place.slots + 1 };
  return [
    ...rangeArguments(range.of, choices, place, depth),
    choices.oneIn(4)
      ? numberNode(choices, outer, depth - 1)
      : constantOf(number, choices.pick([0, 1, 2, 2.5, 5, -1, NaN])),
    choices.oneIn(3) ? constantOf(boolean, 1) : booleanNode(choices, inner, depth - 1),
    ...Array.from({ length: range.keys }, () => nodeOf(choices.pick(keyTypes(place.model)), choices, inner, depth - 1)),
  ];
}

const keyTypes = ({ enumerations }: Model): readonly ColumnType[] => [
  number,
  number,
  boolean,
  ...enumerations.map(({ index }): ColumnType => ({ name: 'enumeration', index })),
];

/** Some members of another range, ranked; or that range. */
function perhapsRanked(range: Range, choices: Choices): Range {
  if (range.over === 'ranked' || !choices.oneIn(4)) return range;
  const order = choices.pick(['least', 'greatest'] as const);
  return { over: 'ranked', of: range, order, keys: choices.between(1, 2), kind: range.kind, class: 0 };
}

/** A choice among members; `unbound` is most often about one that draws. */
function pickOf(picks: readonly Pick[], choices: Choices, place: NodePlace, depth: number): Node {
  const range = perhapsRanked(anyRange(choices, place.model), choices);
  const how = choices.pick(picks);
  const outer = { ...place, aggregates: place.aggregates - 1 };
  const inner = { ...outer, slots: place.slots + 1 };
  const keys = how === 'weighted' ? 1 : picksByKeys(how) ? choices.between(1, 3) : 0;
  const given = (): readonly Node[] => {
    if (how === 'at')
      return [
        choices.oneIn(3)
          ? numberNode(choices, outer, depth - 1)
          : constantOf(number, choices.pick([0, 1, 2.5, -1, NaN])),
      ];
    return how === 'indexOf' ? [entityNode(choices, outer, depth - 1)] : [];
  };
  return makeNode(
    pick,
    { pick: how, range, slot: place.slots, site: choices.below(3), slots: choices.between(0, place.slots) },
    ...rangeArguments(range, choices, place, depth),
    ...given(),
    choices.oneIn(3) ? constantOf(boolean, 1) : booleanNode(choices, inner, depth - 1),
    ...Array.from({ length: keys }, () =>
      how === 'weighted'
        ? numberNode(choices, inner, depth - 1)
        : nodeOf(choices.pick(keyTypes(place.model)), choices, inner, depth - 1),
    ),
  );
}

function aggregateOf(folds: readonly Fold[], choices: Choices, place: NodePlace, depth: number): Node {
  const { model } = place;
  const range = perhapsRanked(anyRange(choices, model), choices);
  const fold = choices.pick(folds);
  const inner = { ...place, slots: place.slots + 1, aggregates: place.aggregates - 1 };
  const data = { fold, range, slot: place.slots };
  return makeNode(
    aggregate,
    data,
    ...rangeArguments(range, choices, place, depth),
    choices.oneIn(3) ? constantOf(boolean, 1) : booleanNode(choices, inner, depth - 1),
    ...(takesValue(fold) ? [numberNode(choices, inner, depth - 1)] : []),
  );
}

/** All objects or a class, and what may stand inside. */
function worldRange(
  choices: Choices,
  place: NodePlace,
): { readonly range: Range; readonly inner: NodePlace; readonly outer: NodePlace } {
  const { model } = place;
  const range = plainRange(choices.oneIn(4) ? 'class' : 'objects', choices, model);
  const outer = { ...place, aggregates: place.aggregates - 1 };
  return { range, outer, inner: { ...outer, slots: place.slots + 1 } };
}

/** A condition on a member, often on nothing else, often that it is one object, or has a value in common with one. */
function filterOf(choices: Choices, place: NodePlace, member: Node, depth: number): Node {
  const another = (): Node => makeNode(slot, { slot: choices.below(place.slots - 1) });
  switch (choices.below(6)) {
    case 0:
      return constantOf(boolean, 1);
    case 1:
      return makeNode(compare, { comparison: '==' as const }, member, another());
    case 2:
      return makeNode(
        logic.and,
        undefined,
        makeNode(
          compare,
          { comparison: '==' as const },
          ...[member, another()].map((of) => makeNode(follow, { relation: 'owner' as const, kind: 0 }, of)),
        ),
        booleanNode(choices, place, depth - 1),
      );
    case 3:
      return makeNode(
        compare,
        { comparison: '==' as const },
        makeNode(kindOf, undefined, member),
        constantOf({ name: 'kind' }, choices.between(0, place.model.kinds.length)),
      );
    default:
      return booleanNode(choices, place, depth - 1);
  }
}

function nearbyOf(choices: Choices, place: NodePlace, depth: number): Node {
  const { range, inner, outer } = worldRange(choices, place);
  const by = choices.pick(['jumps', 'distance', 'squares', 'network'] as const);
  const bound =
    by === 'network'
      ? entityNode(choices, outer, depth - 1)
      : choices.oneIn(4)
        ? numberNode(choices, outer, depth - 1)
        : constantOf(number, choices.pick([0, 1, 1.5, 2, -1, Infinity, NaN]));
  const data = {
    by,
    network: choices.below(2),
    range,
    slot: place.slots,
    alone: choices.oneIn(2) ? 0 : choices.between(1, place.model.kinds.length),
  };
  return makeNode(
    nearby,
    data,
    entityNode(choices, outer, depth - 1),
    bound,
    filterOf(choices, inner, makeNode(slot, { slot: place.slots }), depth),
  );
}

function amongOf(choices: Choices, place: NodePlace, depth: number): Node {
  const { range, inner, outer } = worldRange(choices, place);
  const choose = choices.pick(['random', 'least', 'greatest'] as const);
  const count = choices.oneIn(4)
    ? numberNode(choices, outer, depth - 1)
    : constantOf(number, choices.pick([0, 1, 2, 2.5, 5, 5, -1, Infinity, Infinity]));
  const data = { slot: place.slots, range, choose, site: choices.below(3), slots: choices.between(0, place.slots) };
  return makeNode(
    among,
    data,
    // Few other objects are among any.
    choices.oneIn(3) ? entityNode(choices, outer, depth - 1) : byName.slot(choices, outer, 0),
    count,
    filterOf(choices, inner, makeNode(slot, { slot: place.slots }), depth),
    ...(choose === 'random' ? [] : [numberNode(choices, inner, depth - 1)]),
  );
}

function lookupOf(type: ColumnType, choices: Choices, place: NodePlace, depth: number): Node {
  const index = (): Node =>
    nodeOf(
      choices.pick<ColumnType>([
        number,
        { name: 'class' },
        { name: 'kind' },
        boolean,
        { name: 'enumeration', index: 0 },
      ]),
      choices,
      place,
      depth - 1,
    );
  const table = type.name === 'number' ? choices.below(2) : 1;
  return makeNode(lookup, { table, type }, index(), ...(choices.oneIn(2) ? [index()] : []));
}

const chooseOf =
  (type: Type): Make =>
  (choices, place, depth) =>
    makeNode(logic.choose, undefined, booleanNode(choices, place, depth - 1), ...both(type, choices, place, depth));
const providedOf =
  (type: Type): Make =>
  (choices, place, depth) =>
    makeNode(provided, undefined, nodeOf(type, choices, place, depth - 1), booleanNode(choices, place, depth - 1));
const otherwiseOf =
  (type: Type): Make =>
  (choices, place, depth) =>
    makeNode(logic.otherwise, undefined, ...both(type, choices, place, depth));
const of =
  (type: ColumnType, operation: Parameters<typeof makeNode>[0]): Make =>
  (choices, place, depth) =>
    makeNode(operation, undefined, nodeOf(type, choices, place, depth - 1));
const ofTwo =
  (type: ColumnType, operation: Parameters<typeof makeNode>[0]): Make =>
  (choices, place, depth) =>
    makeNode(operation, undefined, ...both(type, choices, place, depth));
const several =
  (operation: Parameters<typeof makeNode>[0]): Make =>
  (choices, place, depth) =>
    makeNode(
      operation,
      undefined,
      ...Array.from({ length: choices.between(0, 4) }, () => booleanNode(choices, place, depth - 1)),
    );
const dividing =
  (name: 'divide' | 'remainder'): Make =>
  (choices, place, depth) =>
    makeNode(
      arithmetic[name],
      { zeroDivisor: choices.pick(['zero', 'dividend', 'ieee'] as const) },
      ...both(number, choices, place, depth),
    );

/** A set of words that objects hold, or where there are none something else that is true or not. */
function holdsOf(choices: Choices, place: NodePlace, depth: number): Node {
  const { holdings, enumerations } = place.model;
  if (holdings.length === 0) return readNode(boolean, choices, place, depth);
  const { index: holding, words } = choices.pick(holdings);
  const last = enumerations[words].members.length;
  return makeNode(
    holds,
    { holding, word: choices.oneIn(2) ? choices.between(1, last) : choices.between(1, Math.min(wordsAsked, last)) },
    entityNode(choices, place, depth - 1),
  );
}

function supposedOf(type: ColumnType, choices: Choices, place: NodePlace, depth: number): Node {
  const questions = place.model.questions.filter((question) => question.type === type.name);
  const answer = nodeOf(type, choices, place, depth - 1);
  if (questions.length === 0) return answer;
  const { index: question, words } = choices.pick(questions);
  const word = words < 0 ? 0 : choices.between(1, Math.min(wordsAsked, place.model.enumerations[words].members.length));
  return makeNode(supposed, { question, word }, entityNode(choices, place, choices.oneIn(2) ? 0 : depth - 1), answer);
}

const wholeNumbers = [
  0, 1, -1, 2, 3, 7, -10, 100, 46341, 65536, -65536, 2147483647, -2147483648, 2147483646, -2147483647,
];

/**
 * A whole number of 32 bits: a constant, or what operations of whole numbers make of others; of all numbers they make
 * such.
 */
function integerNode(choices: Choices, place: NodePlace, depth: number): Node {
  if (depth <= 0 || choices.oneIn(4)) return constantOf(number, choices.pick(wholeNumbers));
  return byName[choices.pick(integerNames)](choices, place, depth);
}

const integerNames = [
  'integerAdd',
  'integerSubtract',
  'integerMultiply',
  'integerDivide',
  'integerRemainder',
  'integerPercentage',
  'integerAbsolute',
  'leftFold',
] as const;
/** Most arguments are whole; what is made of others is the same everywhere too. */
const integerOperand: Make = (choices, place, depth) =>
  (choices.oneIn(3) ? numberNode : integerNode)(choices, place, depth - 1);
const integerOf =
  (name: Exclude<(typeof integerNames)[number], 'integerDivide' | 'leftFold'>): Make =>
  (choices, place, depth) =>
    makeNode(
      integers[name],
      undefined,
      integerOperand(choices, place, depth),
      ...(name === 'integerAbsolute' ? [] : [integerOperand(choices, place, depth)]),
    );

/**
 * A draw in sequence; it stands in no other nodes than those that ask for it, because all that it stands in goes row by
 * row.
 */
const streamOf: Make = (choices, place, depth) =>
  makeNode(streamDraw, undefined, integerOperand(choices, place, depth));

/** Draws in sequence where what decides, what is chosen and what is counted depends on them. */
function sequenceOf(choices: Choices, place: NodePlace, depth: number): Node {
  const draw = (): Node => streamOf(choices, place, depth);
  const test = (): Node =>
    makeNode(
      compare,
      { comparison: choices.pick(comparisons) },
      draw(),
      choices.oneIn(2) ? draw() : constantOf(number, choices.below(4)),
    );
  const inner = { ...place, slots: place.slots + 1, aggregates: 0 };
  switch (choices.below(place.aggregates > 0 ? 5 : 4)) {
    case 0:
      return makeNode(logic.choose, undefined, test(), draw(), numberNode(choices, place, depth - 1));
    case 1:
      return makeNode(
        logic.choose,
        undefined,
        makeNode(
          choices.pick([logic.and, logic.or]),
          undefined,
          booleanNode(choices, place, depth - 1),
          test(),
          test(),
        ),
        draw(),
        draw(),
      );
    case 2:
      return makeNode(
        logic.otherwise,
        undefined,
        makeNode(arithmetic.add, undefined, numberNode(choices, place, depth - 1), draw()),
        draw(),
      );
    case 3:
      return makeNode(integers.integerSubtract, undefined, draw(), draw());
    default: {
      const range: Range = { over: 'objects', kind: choices.between(1, place.model.kinds.length), class: 0 };
      return makeNode(
        aggregate,
        { fold: 'sum' as const, range, slot: place.slots },
        booleanNode(choices, inner, depth - 1),
        makeNode(arithmetic.add, undefined, draw(), numberNode(choices, inner, depth - 1)),
      );
    }
  }
}

const uniformOf: Make = (choices, place, depth) =>
  choices.oneIn(5) ? numberNode(choices, place, depth - 1) : byName.draw(choices, place, depth);

function pointNode(choices: Choices): Node {
  return constantOf(number, choices.pick([-1, 0, 0.5, 1, 2, 3, 5, NaN, Infinity]));
}

const comparisons: readonly Comparison[] = ['==', '!=', '<', '<=', '>', '>='];
const modes: readonly AffiliationMode[] = [
  'empire-inclusive',
  'empire-exclusive',
  'enemies-inclusive',
  'enemies-exclusive',
];

const byName: Readonly<Record<string, Make>> = {
  constant: (choices, place) =>
    choices.oneIn(8) ? absentOf(number, choices, place.model) : constantOf(number, choices.pick(numbers)),
  gridSteps: onGrid(number, (grid, choices, place, depth) =>
    makeNode(gridSteps, { grid }, ...both(entity, choices, place, depth)),
  ),
  offset: (choices, place, depth) =>
    place.model.spaces.length === 0
      ? numberNode(choices, place, 0)
      : makeNode(
          offset,
          { space: choices.below(place.model.spaces.length), axis: choices.pick(['x', 'y'] as const) },
          ...both(entity, choices, place, depth),
        ),
  gridCell: onGrid(entity, (grid, choices, place, depth) =>
    makeNode(
      gridCell,
      { grid },
      ...[0, 1].map(() => (choices.oneIn(2) ? pointNode(choices) : numberNode(choices, place, depth - 1))),
    ),
  ),
  vacant: (choices, place, depth) =>
    makeNode(
      vacant,
      { kind: choices.oneIn(2) ? 0 : choices.between(1, place.model.kinds.length) },
      entityNode(choices, place, depth - 1),
    ),
  slot: (choices, place) => makeNode(slot, { slot: choices.below(place.slots) }),
  role: () => makeNode(role, { role: 0 }),
  'number parameter': (_choices, place) => parameterNode('yield', place.model),
  'boolean parameter': (_choices, place) => parameterNode('alarm', place.model),
  turn: () => makeNode(turn, undefined),
  time: () => makeNode(time, undefined),
  age: of(entity, age),
  created: of(entity, created),
  lookup: (choices, place, depth) => lookupOf(number, choices, place, depth),
  'word lookup': (choices, place, depth) => lookupOf({ name: 'enumeration', index: 0 }, choices, place, depth),
  running: (_choices, { running: type = number }) => makeNode(running, { type }),
  read: (choices, place, depth) => readNode(number, choices, place, depth),
  'boolean read': (choices, place, depth) => readNode(boolean, choices, place, depth),
  'entity read': (choices, place, depth) => readNode(entity, choices, place, depth),
  follow: (choices, place, depth) =>
    makeNode(
      follow,
      {
        relation: choices.pick(['owner', 'parent', 'ancestor'] as const),
        kind: choices.between(1, place.model.kinds.length),
      },
      entityNode(choices, place, depth - 1),
    ),
  occurring: (choices, place) => occurringNode(choices.pick(comparable(place.model)), place.model),
  ...Object.fromEntries(
    [number, boolean, entity].flatMap((type): [string, Make][] => [
      [`${type.name} occurring`, (_choices, place) => occurringNode(type, place.model)],
      [
        `${type.name} remembered`,
        (choices, place, depth) => rememberedNode(nodeOf(type, choices, place, depth - 1), choices, place.model),
      ],
    ]),
  ),
  remembered: (choices, place, depth) =>
    rememberedNode(nodeOf(choices.pick(comparable(place.model)), choices, place, depth - 1), choices, place.model),
  controller: () => makeNode(controller, undefined),
  step: () => makeNode(step, { enumeration: 0 }),
  kindOf: of(entity, kindOf),
  classOf: of(entity, classOf),
  ...Object.fromEntries(
    (['add', 'subtract', 'multiply', 'minimum', 'maximum', 'power', 'arctangent', 'modulo'] as const).map(
      (name): [string, Make] => [name, ofTwo(number, arithmetic[name])],
    ),
  ),
  ...Object.fromEntries(
    (
      [
        ...(['negate', 'absolute', 'floor', 'ceiling', 'round', 'truncate', 'single', 'sign', 'finite'] as const),
        ...(['squareRoot', 'sine', 'cosine', 'exponential', 'logarithm', 'binaryLogarithm'] as const),
      ] as const
    ).map((name): [string, Make] => [name, of(number, arithmetic[name])]),
  ),
  divide: dividing('divide'),
  remainder: dividing('remainder'),
  compare(choices, place, depth) {
    const type = choices.pick(comparable(place.model));
    const ordered = type.name === 'number' || type.name === 'enumeration';
    return makeNode(
      compare,
      { comparison: choices.pick(ordered ? comparisons : comparisons.slice(0, 2)) },
      ...both(type, choices, place, depth),
    );
  },
  and: several(logic.and),
  or: several(logic.or),
  not: of(boolean, logic.not),
  countTrue: several(countTrue),
  present: (choices, place, depth) =>
    makeNode(logic.present, undefined, nodeOf(anyType(choices, place), choices, place, depth - 1)),
  applies: of(boolean, logic.applies),
  heed: (choices, place, depth) =>
    makeNode(
      heed,
      undefined,
      ...Array.from({ length: choices.between(1, 3) }, () =>
        nodeOf(anyType(choices, place), choices, place, depth - 1),
      ),
    ),
  otherwise: (choices, place, depth) => otherwiseOf(anyType(choices, place))(choices, place, depth),
  'number otherwise': otherwiseOf(number),
  'boolean otherwise': otherwiseOf(boolean),
  'entity otherwise': otherwiseOf(entity),
  choose: (choices, place, depth) => chooseOf(anyType(choices, place))(choices, place, depth),
  'number choose': chooseOf(number),
  'boolean choose': chooseOf(boolean),
  'entity choose': chooseOf(entity),
  provided: (choices, place, depth) => providedOf(anyType(choices, place))(choices, place, depth),
  'number provided': providedOf(number),
  'boolean provided': providedOf(boolean),
  'entity provided': providedOf(entity),
  within(choices, place, depth) {
    const type: ColumnType = { name: 'enumeration', index: choices.below(place.model.enumerations.length) };
    return makeNode(
      within,
      undefined,
      ...both(type, choices, place, depth),
      numberNode(choices, place, choices.oneIn(2) ? 0 : depth - 1),
    );
  },
  affiliation: (choices, place, depth) =>
    makeNode(affiliation, { mode: choices.pick(modes) }, ...both(entity, choices, place, depth)),
  unowned: of(entity, unowned),
  related: (choices, place, depth) =>
    makeNode(
      related,
      { relation: choices.below(place.model.relations.length) },
      ...both(entity, choices, place, depth),
    ),
  visible: ofTwo(entity, visible),
  sighted: (choices, place, depth) =>
    makeNode(sighted, { sight: choices.below(2) }, ...both(entity, choices, place, depth)),
  distance: ofTwo(entity, distance),
  jumps: ofTwo(entity, jumps),
  coordinate: (choices, place, depth) =>
    makeNode(coordinate, { axis: choices.pick(['x', 'y'] as const) }, entityNode(choices, place, depth - 1)),
  stepToward: ofTwo(entity, stepToward),
  available: (choices, place, depth) =>
    makeNode(
      available,
      undefined,
      entityNode(choices, place, depth - 1),
      nodeOf({ name: 'class' }, choices, place, depth - 1),
    ),
  draw: (choices, place) => makeNode(draw, { site: choices.below(3), slots: choices.between(0, place.slots) }),
  // Most are made of a draw, the others of any number.
  normal: (choices, place, depth) => makeNode(normal, undefined, uniformOf(choices, place, depth)),
  poisson: (choices, place, depth) =>
    makeNode(
      poisson,
      undefined,
      choices.oneIn(2)
        ? constantOf(number, choices.pick([0.5, 3, 10, 40, 1e5, 2 ** 31]))
        : numberNode(choices, place, depth - 1),
      uniformOf(choices, place, depth),
    ),
  instance: (choices, place, depth) => makeNode(instance, { stride: 32 }, entityNode(choices, place, depth - 1)),
  // It names no object that is there for certain, so in other nodes it is only compared.
  'same instance': (choices, place, depth) =>
    makeNode(
      compare,
      { comparison: choices.pick(comparisons.slice(0, 2)) },
      ...both(entity, choices, place, depth).map((each) => makeNode(instance, { stride: 32 }, each)),
    ),
  lead: (choices, place, depth) => makeNode(lead, { stride: 32 }, entityNode(choices, place, depth - 1)),
  instanceDraw: (choices, place) =>
    makeNode(instanceDraw, {
      site: choices.below(3),
      slots: choices.between(0, place.slots),
      of: choices.below(Math.max(1, place.slots)),
      stride: 32,
    }),
  aggregate: (choices, place, depth) =>
    aggregateOf(
      ['any', 'all', 'count', 'sum', 'mean', 'least', 'greatest', 'first', 'integerSum', 'integerMean'],
      choices,
      place,
      depth,
    ),
  nearby: nearbyOf,
  among: amongOf,
  'nearby aggregate': nearbyOf,
  'among aggregate': amongOf,
  collect: (choices, place, depth) => collectedOf(choices.pick(['boolean', 'number'] as const), choices, place, depth),
  'collected number aggregate': (choices, place, depth) => collectedOf('number', choices, place, depth),
  'collected boolean aggregate': (choices, place, depth) => collectedOf('boolean', choices, place, depth),
  'number aggregate': (choices, place, depth) =>
    aggregateOf(['count', 'sum', 'mean', 'least', 'greatest', 'integerSum', 'integerMean'], choices, place, depth),
  'boolean aggregate': (choices, place, depth) => aggregateOf(['any', 'all'], choices, place, depth),
  'entity aggregate': (choices, place, depth) =>
    choices.oneIn(2)
      ? aggregateOf(['first'], choices, place, depth)
      : pickOf(
          allPicks.filter((how) => how !== 'indexOf'),
          choices,
          place,
          depth,
        ),
  pick: (choices, place, depth) => pickOf(allPicks, choices, place, depth),
  'random pick': (choices, place, depth) => pickOf(['random'], choices, place, depth),
  'place aggregate': (choices, place, depth) => pickOf(['indexOf'], choices, place, depth),
  unbound: (choices, place, depth) =>
    makeNode(
      unbound,
      { slot: choices.below(place.slots) },
      choices.oneIn(3)
        ? entityNode(choices, place, depth - 1)
        : pickOf(
            allPicks.filter((how) => how !== 'indexOf'),
            choices,
            place,
            depth - 1,
          ),
    ),
  holds: holdsOf,
  heldWord(choices, place, depth) {
    if (place.model.holdings.length === 0) return holdsOf(choices, place, depth);
    const set = choices.pick(place.model.holdings);
    const word = wordNode({ name: 'enumeration', index: set.words }, choices, place, depth - 1);
    return makeNode(heldWord, { holding: set.index }, entityNode(choices, place, depth - 1), word);
  },
  heldCount: (choices, place, depth) =>
    place.model.holdings.length === 0
      ? numberNode(choices, place, depth - 1)
      : makeNode(
          heldCount,
          { holding: choices.pick(place.model.holdings).index },
          entityNode(choices, place, depth - 1),
        ),
  supposed: (choices, place, depth) => supposedOf(choices.pick([boolean, number]), choices, place, depth),
  'boolean supposed': (choices, place, depth) => supposedOf(boolean, choices, place, depth),
  'number supposed': (choices, place, depth) => supposedOf(number, choices, place, depth),
  ...Object.fromEntries(
    (
      [
        'integerAdd',
        'integerSubtract',
        'integerMultiply',
        'integerRemainder',
        'integerPercentage',
        'integerAbsolute',
      ] as const
    ).map((name): [string, Make] => [name, integerOf(name)]),
  ),
  integerDivide: (choices, place, depth) =>
    makeNode(
      integers.integerDivide,
      { byZero: choices.pick(['zero', 'dividend'] as const) },
      integerOperand(choices, place, depth),
      integerOperand(choices, place, depth),
    ),
  leftFold: (choices, place, depth) =>
    makeNode(
      leftFold,
      { by: choices.pick(['add', 'multiply', 'minimum', 'maximum'] as const) },
      ...Array.from({ length: choices.between(1, 4) }, () => integerOperand(choices, place, depth)),
    ),
  integer: integerNode,
  streamDraw: streamOf,
  sequence: sequenceOf,
  ...withClasses.byName,
};
