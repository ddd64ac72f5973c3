import { describe, expect, it } from 'vitest';
import { makeNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { follow, slot } from '../../src/eval/ops/object-links.js';
import { numeral, numericAdd } from '../../src/eval/ops/numeric-arithmetic.js';
import { solved } from '../../src/eval/ops/solved.js';
import { type CellModifier, type Grouping, type ModifierCarrier, noRules } from '../../src/ir/rule.js';
import { findLoop } from '../../src/solve/find-loop.js';
import type { Home, Model, Variable } from '../../src/model/model.js';
import { modelOf } from '../support/hand-model.js';

/** Variables of the player (x, y), of what the player holds (a, b), and of parts of that (e). */
const names = { x: 1, y: 1, a: 2, b: 2, e: 3 } as const;
type Name = keyof typeof names;
const order = Object.keys(names) as Name[];

const hand = modelOf({
  kinds: { player: {}, item: { attachesTo: ['player'] }, part: { attachesTo: ['item'] } },
  classes: { sword: { kind: 'item' }, shield: { kind: 'item' }, blade: { kind: 'part' }, charm: { kind: 'part' } },
});

const homes: Readonly<Record<string, Home>> = { blade: { class: 1, together: true } };

const model: Model = {
  ...hand,
  classes: hand.classes.map((each) => ({
    ...each,
    ...(each.name === 'shield' ? { groups: new Set(['round']) } : {}),
    ...(homes[each.name] === undefined ? {} : { home: homes[each.name] }),
  })),
  variables: order.map(
    (name, index): Variable => ({
      index,
      name,
      kind: names[name],
      type: { name: 'numeric' },
      initial: { value: 0, whole: true },
      input: false,
      explanation: '',
      offset: order.slice(0, index).filter((other) => names[other] === names[name]).length,
    }),
  ),
};

function read(name: Name, of: Node = makeNode(slot, { slot: 0 })): Node {
  return makeNode(solved, { variable: order.indexOf(name), type: { name: 'numeric' }, absent: 'missing' }, of);
}

function reading(...of: readonly (Name | Node)[]): Node {
  return of
    .map((each) => (typeof each === 'string' ? read(each) : each))
    .reduce((sum, each) => makeNode(numericAdd, undefined, sum, each), makeNode(numeral, { value: 1, whole: true }));
}

interface Given {
  readonly on: string;
  readonly sets: Name;
  readonly reads: readonly (Name | Node)[];
  readonly others?: Grouping;
}

/** The loop among modifiers, as `class.variable`, or the variable alone where no class is known. */
function loopOf(...given: readonly Given[]): readonly string[] | undefined {
  const modifiers = given.map(({ on, sets, reads, others }, index): CellModifier => {
    const found = model.classByName.get(on);
    const carrier: ModifierCarrier =
      found === undefined
        ? { by: 'kind', kind: model.kindByName.get(on)?.index ?? 0 }
        : { by: 'class', class: found.index };
    return {
      index,
      name: `${on}/${sets}`,
      variable: order.indexOf(sets),
      carrier,
      modification: 'set',
      amount: reading(...reads),
      text: '',
      priority: 0,
      whenAbsent: 'fail',
      origin: { file: '', line: 1, column: 1 },
      ...(others === undefined ? {} : { others }),
    };
  });
  const loop = findLoop({ model, rules: { ...noRules, modifiers }, fingerprint: '' });
  return loop?.map(({ class: of, variable }) =>
    of === 0 ? order[variable] : `${model.classes[of - 1].name}.${order[variable]}`,
  );
}

const all: Grouping = { kind: 2, which: { by: 'all' } };
const round: Grouping = { kind: 2, which: { by: 'group', group: 'round' } };

describe('findLoop', () => {
  it('finds what needs itself, directly and through others', () => {
    expect(loopOf()).toBeUndefined();
    expect(loopOf({ on: 'player', sets: 'x', reads: ['x'] })).toEqual(['x']);
    expect(loopOf({ on: 'player', sets: 'x', reads: ['y'] }, { on: 'player', sets: 'y', reads: ['x'] })).toEqual([
      'x',
      'y',
    ]);
    expect(loopOf({ on: 'player', sets: 'x', reads: ['y'] }, { on: 'player', sets: 'y', reads: [] })).toBeUndefined();
    expect(loopOf({ on: 'sword', sets: 'a', reads: ['x'] }, { on: 'sword', sets: 'x', reads: ['a', 'b'] })).toEqual([
      'x',
      'sword.a',
    ]);
  });

  it('tells the objects of different classes apart', () => {
    expect(loopOf({ on: 'sword', sets: 'a', reads: ['x'] }, { on: 'shield', sets: 'x', reads: ['a'] })).toBeUndefined();
    expect(loopOf({ on: 'sword', sets: 'a', reads: ['b'] }, { on: 'shield', sets: 'b', reads: ['a'] })).toBeUndefined();
  });

  it('knows the home of a part', () => {
    expect(
      loopOf(
        { on: 'sword', sets: 'a', reads: ['b'] },
        { on: 'blade', sets: 'b', reads: ['e'] },
        { on: 'blade', sets: 'e', reads: ['a'] },
      ),
    ).toEqual(['sword.a', 'sword.b', 'blade.e']);
    expect(loopOf({ on: 'shield', sets: 'a', reads: ['b'] }, { on: 'blade', sets: 'b', reads: ['a'] })).toBeUndefined();
  });

  it('knows nothing of what a part without a home hangs on', () => {
    expect(loopOf({ on: 'sword', sets: 'a', reads: ['b'] }, { on: 'charm', sets: 'b', reads: ['a'] })).toBeUndefined();
    expect(loopOf({ on: 'charm', sets: 'b', reads: ['e'] }, { on: 'charm', sets: 'e', reads: ['b'] })).toEqual([
      'b',
      'charm.e',
    ]);
  });

  it('follows modifiers of others to each object that they reach', () => {
    const reader = { on: 'sword', sets: 'x', reads: ['a'] } as const;
    expect(loopOf(reader, { on: 'charm', sets: 'a', reads: ['x'], others: all })).toEqual(['x', 'sword.a']);
    expect(loopOf(reader, { on: 'charm', sets: 'a', reads: ['x'], others: round })).toBeUndefined();
    expect(loopOf({ ...reader, on: 'shield' }, { on: 'charm', sets: 'a', reads: ['x'], others: round })).toEqual([
      'x',
      'shield.a',
    ]);
    expect(
      loopOf(reader, { on: 'charm', sets: 'a', reads: ['x'], others: { kind: 2, which: { by: 'class', class: 1 } } }),
    ).toEqual(['x', 'sword.a']);
    expect(
      loopOf(reader, { on: 'charm', sets: 'a', reads: ['x'], others: { kind: 2, which: { by: 'class', class: 2 } } }),
    ).toBeUndefined();
    expect(
      loopOf({ on: 'charm', sets: 'x', reads: ['a'], others: all }, { on: 'sword', sets: 'a', reads: ['x'] }),
    ).toEqual(['x', 'sword.a']);
  });

  it('gives what a kind carries to all objects of it', () => {
    expect(loopOf({ on: 'item', sets: 'a', reads: ['b'] }, { on: 'shield', sets: 'b', reads: ['a'] })).toEqual([
      'shield.a',
      'shield.b',
    ]);
    expect(loopOf({ on: 'item', sets: 'a', reads: ['b'] }, { on: 'item', sets: 'b', reads: ['x', 'a'] })).toEqual([
      'a',
      'b',
    ]);
  });

  it('says nothing of what is read through other objects', () => {
    const owner = makeNode(follow, { relation: 'owner', kind: 0 }, makeNode(slot, { slot: 0 }));
    expect(loopOf({ on: 'player', sets: 'x', reads: [read('x', owner)] })).toBeUndefined();
    expect(loopOf({ on: 'player', sets: 'x', reads: [read('y', owner), 'x'] })).toEqual(['x']);
  });
});
