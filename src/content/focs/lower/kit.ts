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
import { numberType, booleanType, entityType } from '../../../eval/operation.js';
import * as arithmetic from '../../../eval/ops/arithmetic.js';
import { cosine, sine, squareRoot } from '../../../eval/ops/arithmetic.js';
import { running, turn } from '../../../eval/ops/clock.js';
import { constant } from '../../../eval/ops/constant.js';
import { draw } from '../../../eval/ops/draw.js';
import * as logic from '../../../eval/ops/logic.js';
import { otherwise } from '../../../eval/ops/logic.js';
import { compare } from '../../../eval/ops/compare.js';
import { type Comparison, isEquality, opposite, testOf } from '../../../kernel/comparison.js';
import type { Column, Type } from '../../../model/model.js';
import { aggregate } from '../../../eval/ops/aggregate.js';
import { available } from '../../../eval/ops/available.js';
import { coordinate } from '../../../eval/ops/coordinate.js';
import { created } from '../../../eval/ops/created.js';
import { distance } from '../../../eval/ops/distance.js';
import type { Fold } from '../../../eval/ops/fold.js';
import { follow } from '../../../eval/ops/follow.js';
import { lookup } from '../../../eval/ops/lookup.js';
import type { Range } from '../../../eval/ops/range.js';
import { type WhenAbsent, read } from '../../../eval/ops/read.js';
import { related } from '../../../eval/ops/related.js';
import { role } from '../../../eval/ops/role.js';
import { sighted } from '../../../eval/ops/sighted.js';
import { slot } from '../../../eval/ops/slot.js';
import { classOf, kindOf } from '../../../eval/ops/sort.js';
import { stepToward } from '../../../eval/ops/step-toward.js';
import { visible } from '../../../eval/ops/visible.js';

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
  const { make } = interner;
  const number = (value: number): Node => make(constant, { value, type: numberType });

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
    certain: (of) => (interner.mayLack(of) ? make(otherwise, {}, of, number(0)) : of),
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
  const { make } = interner;
  const yes = make(constant, { value: 1, type: booleanType });
  const no = make(constant, { value: 0, type: booleanType });

  const settled = (node: Node): Node => (interner.mayLack(node) ? make(logic.applies, {}, node) : node);

  function joined(parts: readonly Node[], name: 'and' | 'or', deciding: Node, neutral: Node): Node {
    const kept = new Set<Node>();
    const inner = name === 'and' ? conjuncts : disjuncts;
    for (const part of parts) for (const each of inner(part)) kept.add(each);
    kept.delete(neutral);
    if (kept.has(deciding)) return deciding;
    const nodes = [...kept];
    return nodes.length === 0 ? neutral : nodes.length === 1 ? nodes[0] : make(logic[name], {}, ...nodes);
  }

  function not(part: Node): Node {
    if (part === yes) return no;
    if (part === no) return yes;
    if (!interner.mayLack(part)) {
      const denied = asNot(part);
      if (denied !== undefined) return denied;
      const compared = asComparison(part);
      if (compared !== undefined && isEquality(compared.comparison))
        return make(compare, { comparison: opposite(compared.comparison) }, ...part.args);
    }
    return make(logic.not, {}, settled(part));
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
    return make(compare, { comparison }, left, right);
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
      return condition === no ? otherwise : make(logic.choose, {}, settled(condition), then, otherwise);
    },
    compare: compared,
    oneOf: (node, others) =>
      joined(
        others.map((other) => compared('==', node, other)),
        'or',
        yes,
        no,
      ),
    present: (node) => (interner.mayLack(node) ? make(logic.present, {}, node) : yes),
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

function createObjectKit({ make }: Interner, builder: GameModelBuilder): ObjectKit {
  const { kinds, enumerations, roles } = builder;
  const kindType: Type = { name: 'kind' };
  const classType: Type = { name: 'class' };
  const readOf = (column: Column | number, climb: boolean, absent: WhenAbsent, of: Node): Node => {
    const [index, type] = typeof column === 'number' ? [column, builder.typeOf(column)] : [column.index, column.type];
    return make(read, { column: index, type, climb, absent }, of);
  };
  return {
    none: make(constant, { value: 0, type: entityType }),
    galaxy: make(role, { role: roles.galaxy }),
    slot: (number) => make(slot, { slot: number }),
    owner: (of) => make(follow, { relation: 'owner', kind: 0 }, of),
    parent: (of) => make(follow, { relation: 'parent', kind: 0 }, of),
    ancestor: (kind, of) => make(follow, { relation: 'ancestor', kind: kinds[kind] }, of),
    kindOf: (of) => make(kindOf, {}, of),
    classOf: (of) => make(classOf, {}, of),
    kind: (name) => make(constant, { value: kinds[name], type: kindType }),
    class: (index) => make(constant, { value: index, type: classType }),
    word: (enumeration, value) =>
      make(constant, { value, type: { name: 'enumeration', index: enumerations[enumeration] } }),
    read: (column, of, absent = 'zero') => readOf(column, false, absent, of),
    climb: (column, of) => readOf(column, true, 'zero', of),
    lookup: (table, type, ...places) => make(lookup, { table, type }, ...places),
    marked: (table, place) => make(lookup, { table, type: booleanType }, place),
    created: (of) => make(created, {}, of),
    available: (faction, of) => make(available, {}, faction, make(constant, { value: of, type: classType })),
    visible: (faction, object) => make(visible, {}, faction, object),
    sighted: (sight, faction, object) => make(sighted, { sight }, faction, object),
    related: (relation, object, other) => make(related, { relation }, object, other),
    distance: (a, b) => make(distance, {}, a, b),
    coordinate: (axis, of) => make(coordinate, { axis }, of),
    stepToward: (from, to) => make(stepToward, {}, from, to),
    fold: (fold, range, member, ...args) => make(aggregate, { fold, range, slot: member }, ...args),
  };
}
