import type { GameModelBuilder, GameEnumerations, GameKinds } from '../model/game-model.js';
import { meterRules } from '../model/meters.js';
import { type Interner, createInterner } from './interner.js';
import { operationOf } from '../../../eval/make-node.js';
import {
  asRead,
  constantValue,
  isOf,
  asChoice,
  asComparison,
  asNot,
  conjuncts,
  disjuncts,
} from '../../../eval/shape.js';
import type { Node } from '../../../ir/node.js';
import { booleanType, numberType } from '../../../eval/operation.js';
import * as arithmetic from '../../../eval/ops/arithmetic.js';
import { cosine, sine, squareRoot } from '../../../eval/ops/arithmetic.js';
import { created, running, turn } from '../../../eval/ops/time.js';
import { draw } from '../../../eval/ops/draws.js';
import { type Comparison, isEquality, opposite, testOf } from '../../../kernel/comparison.js';
import type { Column, Type } from '../../../model/model.js';
import { aggregate } from '../../../eval/ops/folds.js';
import { available, sighted, visible } from '../../../eval/ops/bits.js';
import { coordinate, distance, stepToward } from '../../../eval/ops/space.js';
import type { Fold, Range } from '../../../eval/ops/range.js';
import { lookup } from '../../../eval/ops/values.js';
import type { WhenAbsent } from '../../../eval/data.js';
import { related } from '../../../eval/ops/factions.js';

/** All that nodes are made with. Equal nodes are one object. */
export interface Kit extends LogicKit, NumberKit, ObjectKit {
  readonly interner: Interner;
}

export function createKit(builder: GameModelBuilder): Kit {
  const interner = createInterner();
  const meters = meterRules.flatMap(({ meter }) => builder.meter(meter) ?? []);
  const singles = new Set(meters.flatMap(({ initial, current }) => [initial, current]));
  return {
    interner,
    ...createLogicKit(interner),
    ...createNumberKit(interner, (column) => singles.has(column)),
    ...createObjectKit(interner, builder),
  };
}

/** Makes numbers. */
interface NumberKit {
  readonly turn: Node;
  /** What the meter holds that is being set. */
  readonly running: Node;
  number(value: number): Node;
  readonly add: (left: Node, right: Node) => Node;
  readonly subtract: (left: Node, right: Node) => Node;
  multiply(left: Node, right: Node): Node;
  /** By zero: 0. */
  divide(left: Node, right: Node): Node;
  power(left: Node, right: Node): Node;
  readonly least: (left: Node, right: Node) => Node;
  readonly greatest: (left: Node, right: Node) => Node;
  negate(of: Node): Node;
  absolute(of: Node): Node;
  floor(of: Node): Node;
  squareRoot(of: Node): Node;
  /** Of an angle in radians. */
  sine(of: Node): Node;
  cosine(of: Node): Node;
  /** Without what is behind the point. */
  truncate(of: Node): Node;
  /** As a 32-bit number. Left out where it changes nothing. */
  single(of: Node): Node;
  /** A number that is 0 where it would be absent. */
  certain(of: Node): Node;
  draw(site: number, slots: number): Node;
}

/** `isSingle`: of columns, whether they hold 32-bit numbers. */
function createNumberKit(interner: Interner, isSingle: (column: number) => boolean): NumberKit {
  const {
    make,
    nodes: { number, otherwise },
  } = interner;

  function isSingleNumber(node: Node): boolean {
    if (node.type.name === 'boolean') return true;
    const value = constantValue(node);
    if (value !== undefined) return Object.is(Math.fround(value), value);
    const read = asRead(node);
    if (read !== undefined) return isSingle(read.column);
    // Cells that effects on meters write hold 32-bit numbers.
    return (
      isOf(node, running) ||
      isOf(node, arithmetic.single) ||
      (operationOf(node).keepsSingle === true && node.args.every(isSingleNumber))
    );
  }

  return {
    number,
    turn: make(turn, {}),
    running: make(running, { type: numberType }),
    add: (left, right) => make(arithmetic.add, {}, left, right),
    subtract: (left, right) => make(arithmetic.subtract, {}, left, right),
    multiply: (left, right) => make(arithmetic.multiply, {}, left, right),
    divide: (left, right) => make(arithmetic.divide, { zeroDivisor: 'zero' }, left, right),
    power: (left, right) => make(arithmetic.power, {}, left, right),
    least: (left, right) => make(arithmetic.minimum, {}, left, right),
    greatest: (left, right) => make(arithmetic.maximum, {}, left, right),
    negate(of) {
      const value = constantValue(of);
      return value === undefined ? make(arithmetic.negate, {}, of) : number(-value);
    },
    absolute: (of) => make(arithmetic.absolute, {}, of),
    floor: (of) => make(arithmetic.floor, {}, of),
    squareRoot: (of) => make(squareRoot, {}, of),
    sine: (of) => make(sine, {}, of),
    cosine: (of) => make(cosine, {}, of),
    truncate(of) {
      const value = constantValue(of);
      return value === undefined ? make(arithmetic.truncate, {}, of) : number(Math.trunc(value) + 0);
    },
    single(of) {
      const value = constantValue(of);
      if (value !== undefined) return number(Math.fround(value));
      return isSingleNumber(of) ? of : make(arithmetic.single, {}, of);
    },
    certain: (of) => (interner.mayLack(of) ? otherwise(of, number(0)) : of),
    draw: (site, slots) => make(draw, { site, slots }),
  };
}

/** Makes conditions. They may be absent, which means false; where that would make a difference they are settled. */
interface LogicKit {
  readonly yes: Node;
  readonly no: Node;
  all(parts: readonly Node[]): Node;
  any(parts: readonly Node[]): Node;
  not(part: Node): Node;
  /** The first value where the condition holds, else the second. */
  choose(condition: Node, then: Node, otherwise: Node): Node;
  compare(comparison: Comparison, left: Node, right: Node): Node;
  /** Whether a node is one of several. */
  oneOf(node: Node, others: readonly Node[]): Node;
  present(node: Node): Node;
}

function createLogicKit(interner: Interner): LogicKit {
  const { nodes } = interner;
  const [yes, no] = [nodes.boolean(true), nodes.boolean(false)];

  const settled = (node: Node): Node => (interner.mayLack(node) ? nodes.applies(node) : node);

  function joined(parts: readonly Node[], name: 'and' | 'or', deciding: Node, neutral: Node): Node {
    const kept = new Set<Node>();
    const inner = name === 'and' ? conjuncts : disjuncts;
    for (const part of parts) for (const each of inner(part)) kept.add(each);
    kept.delete(neutral);
    if (kept.has(deciding)) return deciding;
    return name === 'and' ? nodes.all([...kept]) : nodes.any([...kept]);
  }

  function not(part: Node): Node {
    if (part === yes) return no;
    if (part === no) return yes;
    if (!interner.mayLack(part)) {
      const denied = asNot(part);
      if (denied !== undefined) return denied;
      const compared = asComparison(part);
      if (compared !== undefined && isEquality(compared.comparison))
        return nodes.compare(opposite(compared.comparison), part.args[0], part.args[1]);
    }
    return nodes.not(settled(part));
  }

  function compared(comparison: Comparison, left: Node, right: Node): Node {
    const holds = testOf(comparison);
    const [a, b] = [constantValue(left), constantValue(right)];
    if (a !== undefined && b !== undefined) return holds(a, b) ? yes : no;
    if (left === right && left.type.name !== 'number' && isEquality(comparison) && !interner.mayLack(left))
      return comparison === '==' ? yes : no;
    // One of two constants is compared with a third: which of them it is.
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

  return {
    yes,
    no,
    not,
    all: (parts) => joined(parts, 'and', no, yes),
    any: (parts) => joined(parts, 'or', yes, no),
    choose(condition, then, otherwise) {
      if (condition === yes || then === otherwise) return then;
      return condition === no ? otherwise : nodes.choose(settled(condition), then, otherwise);
    },
    compare: compared,
    oneOf: (node, others) =>
      joined(
        others.map((other) => compared('==', node, other)),
        'or',
        yes,
        no,
      ),
    present: (node) => (interner.mayLack(node) ? nodes.present(node) : yes),
  };
}

/** Makes objects, and what is read of them. */
interface ObjectKit {
  readonly none: Node;
  /** The object that holds the rules and settings of a game. */
  readonly galaxy: Node;
  slot(number: number): Node;
  owner(of: Node): Node;
  parent(of: Node): Node;
  /** The object itself, or the nearest that it hangs on, of a kind. */
  ancestor(kind: keyof GameKinds, of: Node): Node;
  kindOf(of: Node): Node;
  classOf(of: Node): Node;
  kind(name: keyof GameKinds): Node;
  class(index: number): Node;
  /** A word by its value; 0 is none. */
  word(enumeration: keyof GameEnumerations, value: number): Node;
  /** What an object has in a column; where it lacks it, zero unless said otherwise. */
  read(column: Column | number, of: Node, absent?: WhenAbsent): Node;
  /** What the object has, or the nearest that it hangs on and that has the column; zero where none has. */
  climb(column: Column, of: Node): Node;
  /** The value of a table of the model. */
  lookup(table: number, type: Type, ...places: readonly Node[]): Node;
  /** Yes or no by a table of the model. */
  marked(table: number, place: Node): Node;
  created(of: Node): Node;
  available(faction: Node, of: number): Node;
  visible(faction: Node, object: Node): Node;
  sighted(sight: number, faction: Node, object: Node): Node;
  related(relation: number, object: Node, other: Node): Node;
  distance(a: Node, b: Node): Node;
  coordinate(axis: 'x' | 'y', of: Node): Node;
  /** The next system on the way to another over lanes. */
  stepToward(from: Node, to: Node): Node;
  /** A fold over objects, the member in a slot. The anchor first where the range has one, then filter, then value. */
  fold(fold: Fold, range: Range, slot: number, ...args: readonly Node[]): Node;
}

function createObjectKit({ make, nodes }: Interner, builder: GameModelBuilder): ObjectKit {
  const { kinds, enumerations, roles } = builder;
  const classType: Type = { name: 'class' };
  const indexOf = (column: Column | number): number => (typeof column === 'number' ? column : column.index);
  const typeOf = (column: Column | number): Type => (typeof column === 'number' ? builder.typeOf(column) : column.type);
  return {
    none: nodes.none,
    galaxy: nodes.role(roles.galaxy),
    slot: nodes.slot,
    owner: nodes.owner,
    parent: nodes.parent,
    ancestor: (kind, of) => nodes.ancestor(kinds[kind], of),
    kindOf: nodes.kindOf,
    classOf: nodes.classOf,
    kind: (name) => nodes.constant(kinds[name], { name: 'kind' }),
    class: (index) => nodes.constant(index, classType),
    word: (enumeration, value) => nodes.constant(value, { name: 'enumeration', index: enumerations[enumeration] }),
    read: (column, of, absent = 'zero') => nodes.read(indexOf(column), typeOf(column), of, absent),
    climb: (column, of) => nodes.climb(indexOf(column), typeOf(column), of, 'zero'),
    lookup: (table, type, ...places) => make(lookup, { table, type }, ...places),
    marked: (table, place) => make(lookup, { table, type: booleanType }, place),
    created: (of) => make(created, {}, of),
    available: (faction, of) => make(available, {}, faction, nodes.constant(of, classType)),
    visible: (faction, object) => make(visible, {}, faction, object),
    sighted: (sight, faction, object) => make(sighted, { sight }, faction, object),
    related: (relation, object, other) => make(related, { relation }, object, other),
    distance: (a, b) => make(distance, {}, a, b),
    coordinate: (axis, of) => make(coordinate, { axis }, of),
    stepToward: (from, to) => make(stepToward, {}, from, to),
    fold: (fold, range, member, ...args) => make(aggregate, { fold, range, slot: member }, ...args),
  };
}
