import type { Column, Type } from '../../../components/model.js';
import type { Node } from '../../../ir/node.js';
import { booleanType, entityType } from '../../../eval/operation.js';
import { aggregate } from '../../../eval/ops/aggregate.js';
import { available } from '../../../eval/ops/available.js';
import { constant } from '../../../eval/ops/constant.js';
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
import type { GameEnumerations, GameKinds, GameModelBuilder } from '../model/game-model.js';
import type { Interner } from './interner.js';

/** Makes objects, and what is read of them. */
export interface ObjectKit {
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

export function createObjectKit({ make }: Interner, builder: GameModelBuilder): ObjectKit {
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
