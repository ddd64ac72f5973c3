import type { GameModelBuilder } from '../model/create-game-model.js';
import {
  type GameColumn,
  type EnumerationName,
  type KindName,
  type MeterColumns,
  meterRules,
} from '../model/game-model.js';
import { type Make, nodesBy } from '../../../eval/node-kit.js';
import { operationOf } from '../../../eval/make-node.js';
import { createTermBook, makeTerm, termIn } from '../../../eval/term-book.js';
import {
  asRead,
  constantValue,
  isOf,
  asChoice,
  asComparison,
  asNot,
  conjuncts,
  disjuncts,
} from '../../../eval/node-shape.js';
import type { Node } from '../../../ir/node.js';
import { keptBy } from '../../../kernel/maps.js';
import { type Operation, booleanType, numberType } from '../../../eval/operation.js';
import * as arithmetic from '../../../eval/ops/arithmetic.js';
import { created, running, turn } from '../../../eval/ops/time.js';
import { draw } from '../../../eval/ops/draws.js';
import { type Comparison, isEquality, opposite, testOf } from '../../../kernel/comparison.js';
import type { Column, Type } from '../../../model/model.js';
import { aggregate } from '../../../eval/ops/member-folds.js';
import { available, sighted, visible } from '../../../eval/ops/bit-tests.js';
import { coordinate, distance, stepToward } from '../../../eval/ops/space.js';
import type { Fold, Range } from '../../../eval/ops/range.js';
import { lookup } from '../../../eval/ops/constants.js';
import type { WhenAbsent } from '../../../eval/data.js';
import { related } from '../../../eval/ops/affiliations.js';

export type Interner = ReturnType<typeof createInterner>;

/** Equal nodes are one object. */
function createInterner() {
  const book = createTermBook();
  const reads: (node: Node) => readonly number[] = keptBy((node) =>
    united([operationOf(node).reads?.(node.data) ?? [], ...node.args.map(reads)]),
  );
  const makeOf: Make = (operation, data, args) =>
    makeTerm(
      book,
      operation,
      data,
      args.map((arg) => termIn(book, arg)),
    );
  return {
    make: <Data>(operation: Operation<Data>, data: Data, ...args: readonly Node[]) => makeOf(operation, data, args),
    nodes: nodesBy(makeOf),
    reads,
    /** Bits of the slots that it depends on. */
    free: (node: Node) => termIn(book, node).free,
    mayLack: (node: Node) => termIn(book, node).absence !== 0,
    /** Number of nodes, each at every place. */
    weight: (node: Node) => termIn(book, node).size,
  };
}

/** Of ascending lists; one that holds all columns is shared. */
export function united(lists: readonly (readonly number[])[]): readonly number[] {
  const longest = lists.reduce((most, list) => (list.length > most.length ? list : most), []);
  if (lists.every((list) => list === longest || list.every((column) => longest.includes(column)))) return longest;
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}

export type Kit = ReturnType<typeof createKit>;

export function createKit(builder: GameModelBuilder) {
  const interner = createInterner();
  const meters = meterRules.flatMap(({ meter }) => builder.meter(meter) ?? []);
  const singles = new Set(meters.flatMap(({ initial, current }) => [initial, current]));
  return {
    interner,
    ...interner.nodes,
    ...createLogicKit(interner),
    ...createNumberKit(interner, (column) => singles.has(column)),
    ...createObjectKit(interner, builder),
  };
}

function createNumberKit(
  { make, mayLack, nodes: { number, otherwise } }: Interner,
  isSingle: (column: number) => boolean,
) {
  const unary = (operation: Operation) => (of: Node) => make(operation, {}, of);
  const binary = (operation: Operation) => (left: Node, right: Node) => make(operation, {}, left, right);

  const folding = (operation: Operation, meaning: (value: number) => number) => (of: Node) => {
    const value = constantValue(of);
    return value === undefined ? make(operation, {}, of) : number(meaning(value));
  };

  function isSingleNumber(node: Node): boolean {
    if (node.type.name === 'boolean') return true;
    const value = constantValue(node);
    if (value !== undefined) return Object.is(Math.fround(value), value);
    const read = asRead(node);
    if (read !== undefined) return isSingle(read.column);
    // Meters are 32-bit numbers.
    return (
      isOf(node, running) ||
      isOf(node, arithmetic.single) ||
      (operationOf(node).keepsSingle === true && node.args.every(isSingleNumber))
    );
  }

  const toSingle = folding(arithmetic.single, Math.fround);
  const zero = number(0);
  return {
    zero,
    turn: make(turn, {}),
    running: make(running, { type: numberType }),
    add: binary(arithmetic.add),
    subtract: binary(arithmetic.subtract),
    multiply: binary(arithmetic.multiply),
    /** By zero: 0. */
    divide: (left: Node, right: Node) => make(arithmetic.divide, { zeroDivisor: 'zero' }, left, right),
    power: binary(arithmetic.power),
    least: binary(arithmetic.minimum),
    greatest: binary(arithmetic.maximum),
    negate: folding(arithmetic.negate, (value) => -value),
    absolute: unary(arithmetic.absolute),
    floor: unary(arithmetic.floor),
    squareRoot: unary(arithmetic.squareRoot),
    /** Of an angle in radians. */
    sine: unary(arithmetic.sine),
    cosine: unary(arithmetic.cosine),
    truncate: folding(arithmetic.truncate, (value) => Math.trunc(value) + 0),
    /** Left out where it changes nothing. */
    single: (of: Node) => (isSingleNumber(of) ? of : toSingle(of)),
    /** 0 where absent. */
    certain: (of: Node) => (mayLack(of) ? otherwise(of, zero) : of),
    draw: (site: number, slots: number) => make(draw, { site, slots }),
  };
}

/** An absent condition means false; it is settled where that would make a difference. */
function createLogicKit({ nodes, mayLack }: Interner) {
  const [yes, no] = [nodes.boolean(true), nodes.boolean(false)];

  const settled = (node: Node) => (mayLack(node) ? nodes.applies(node) : node);

  function joined(parts: readonly Node[], name: 'and' | 'or', deciding: Node, neutral: Node): Node {
    const kept = new Set<Node>();
    const inner = name === 'and' ? conjuncts : disjuncts;
    for (const part of parts) for (const each of inner(part)) kept.add(each);
    kept.delete(neutral);
    if (kept.has(deciding)) return deciding;
    return name === 'and' ? nodes.all([...kept]) : nodes.any([...kept]);
  }

  const any = (parts: readonly Node[]) => joined(parts, 'or', yes, no);

  function not(part: Node): Node {
    if (part === yes) return no;
    if (part === no) return yes;
    if (!mayLack(part)) {
      const denied = asNot(part);
      if (denied !== undefined) return denied;
      const compared = asComparison(part);
      if (compared !== undefined && isEquality(compared.comparison))
        return nodes.compare(opposite(compared.comparison), part.args[0], part.args[1]);
    }
    return nodes.not(settled(part));
  }

  function compare(comparison: Comparison, left: Node, right: Node): Node {
    const holds = testOf(comparison);
    const [a, b] = [constantValue(left), constantValue(right)];
    if (a !== undefined && b !== undefined) return holds(a, b) ? yes : no;
    if (left === right && left.type.name !== 'number' && isEquality(comparison) && !mayLack(left))
      return comparison === '==' ? yes : no;
    // A choice of two constants compared with a third.
    const choice = asChoice(left);
    if (choice !== undefined && b !== undefined) {
      const [then, otherwise] = [constantValue(choice[1]), constantValue(choice[2])];
      if (then !== undefined && otherwise !== undefined) return chosen(choice[0], holds(then, b), holds(otherwise, b));
    }
    return nodes.compare(comparison, left, right);
  }

  function chosen(condition: Node, then: boolean, otherwise: boolean): Node {
    if (then === otherwise) return then ? yes : no;
    return then ? condition : not(condition);
  }

  const equal = (left: Node, right: Node) => compare('==', left, right);
  return {
    yes,
    no,
    not,
    any,
    compare,
    equal,
    all: (parts: readonly Node[]) => joined(parts, 'and', no, yes),
    choose(condition: Node, then: Node, otherwise: Node) {
      if (condition === yes || then === otherwise) return then;
      return condition === no ? otherwise : nodes.choose(settled(condition), then, otherwise);
    },
    oneOf: (node: Node, others: readonly Node[]) => any(others.map((other) => equal(node, other))),
    /** Of objects, words and classes 0 is none. */
    isSome: (node: Node) => compare('!=', node, nodes.constant(0, node.type)),
    present: (node: Node) => (mayLack(node) ? nodes.present(node) : yes),
  };
}

function createObjectKit({ make, nodes }: Interner, builder: GameModelBuilder) {
  const { kinds, enumerations, roles } = builder;
  const word = (enumeration: EnumerationName, value: number) =>
    nodes.constant(value, { name: 'enumeration', index: enumerations[enumeration] });
  const classBy = (index: number) => nodes.constant(index, { name: 'class' });
  const read = ({ index, type }: Pick<Column, 'index' | 'type'>, of: Node, absent: WhenAbsent = 'zero') =>
    nodes.read(index, type, of, absent);
  return {
    galaxy: nodes.role(roles.galaxy),
    ancestor: (kind: KindName, of: Node) => nodes.ancestor(kinds[kind], of),
    kind: (name: KindName) => nodes.constant(kinds[name], { name: 'kind' }),
    /** By its index; 0 is none. */
    class: classBy,
    /** By its value; 0 is none. */
    word,
    wordNamed: (enumeration: EnumerationName, name: string) => word(enumeration, builder.word(enumeration, name) ?? 0),
    read,
    cell: (name: GameColumn, of: Node, absent?: WhenAbsent) => read(builder.column(name), of, absent),
    meter: (name: string, half: keyof MeterColumns, of: Node, absent?: WhenAbsent) =>
      read({ index: builder.meter(name)?.[half] ?? 0, type: numberType }, of, absent),
    climb(name: GameColumn, of: Node) {
      const { index, type } = builder.column(name);
      return nodes.climb(index, type, of, 'zero');
    },
    lookup: (table: number, type: Type, ...places: readonly Node[]) => make(lookup, { table, type }, ...places),
    marked: (table: number, place: Node) => make(lookup, { table, type: booleanType }, place),
    created: (of: Node) => make(created, {}, of),
    available: (faction: Node, of: number) => make(available, {}, faction, classBy(of)),
    visible: (faction: Node, object: Node) => make(visible, {}, faction, object),
    sighted: (sight: number, faction: Node, object: Node) => make(sighted, { sight }, faction, object),
    related: (relation: number, object: Node, other: Node) => make(related, { relation }, object, other),
    distance: (a: Node, b: Node) => make(distance, {}, a, b),
    coordinate: (axis: 'x' | 'y', of: Node) => make(coordinate, { axis }, of),
    stepToward: (from: Node, to: Node) => make(stepToward, {}, from, to),
    /** `args`: the anchor where the range has one, then filter, then value. */
    fold: (fold: Fold, range: Range, member: number, ...args: readonly Node[]) =>
      make(aggregate, { fold, range, slot: member }, ...args),
  };
}
