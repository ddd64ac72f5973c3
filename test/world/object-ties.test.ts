import { describe, expect, it } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { setSighted } from '../../src/components/sights.js';
import { resolve } from '../../src/kernel/identity.js';
import { createWorld } from '../../src/world.js';
import type { Handle, World } from '../../src/world/api.js';
import { insideOf } from '../../src/world/core.js';
import { diff } from '../../src/world/diff.js';

interface Names {
  readonly roles?: readonly string[];
  readonly relations?: Readonly<Record<string, object>>;
  /** Spawned first, so that objects have other ids. */
  readonly rocks?: number;
}

function open({ roles = ['home', 'away'], relations = { war: {}, peace: {} }, rocks = 0 }: Names = {}) {
  const program = defineContent({
    roles,
    relations,
    networks: { roads: { kind: 'town' } },
    kinds: { side: { faction: true }, rock: {}, town: { node: true } },
    classes: { side: { kind: 'side' }, rock: { kind: 'rock' }, town: { kind: 'town' } },
  } as never);
  const seen = { ...program, model: { ...program.model, sights: ['radar'] } };
  const world: World = createWorld(seen);
  for (let i = 0; i < rocks; i++) world.spawn({ class: 'rock' });
  const [red, blue] = ['Red', 'Blue'].map((name) => world.spawn({ class: 'side', name }));
  const [ur, kish] = ['Ur', 'Kish'].map((name, x) => world.spawn({ class: 'town', name, place: { x, y: 0 } }));
  return { world, red, blue, ur, kish };
}

type Opened = ReturnType<typeof open>;

const ties: Readonly<Record<string, (opened: Opened) => void>> = {
  roles: ({ world, ur }) => world.relations.setRole('home', ur),
  lanes: ({ world, ur, kish }) => world.relations.connect(ur, kish),
  'visible to': ({ world, ur, blue }) => world.relations.setVisible(blue, ur, true),
  'sight radar': ({ world, ur, blue }) => {
    const { state } = insideOf(world).core;
    setSighted(state, 0, resolve(state.identity, blue), resolve(state.identity, ur), true);
  },
  'network roads': ({ world, ur, kish }) => world.relations.setEdges('roads', [ur], [kish]),
  'relation war': ({ world, red, blue }) => world.relations.setRelated('war', red, blue, true),
  available: ({ world, red }) => world.relations.setAvailable(red, 'town', true),
};

/** What differs, with names for objects. */
function told(first: Opened, second: Opened): readonly unknown[] {
  const { differences, totals, isAtStart } = diff(first.world, second.world);
  expect(isAtStart).toBe(differences.length > 0);
  expect(totals.length > 0).toBe(isAtStart);
  const named = ({ world }: Opened, value: unknown) =>
    Array.isArray(value) && typeof value[0] === 'number'
      ? (value as readonly Handle[]).map((each) => world.describe(each).name)
      : value;
  return differences
    .filter(({ what }) => what !== 'exists')
    .map(({ object, what, first: a, second: b }) => [
      first.world.describe(object).name,
      what,
      named(first, a),
      named(second, b),
    ]);
}

const expected: Readonly<Record<string, readonly unknown[]>> = {
  roles: [['Ur', 'roles', ['home'], []]],
  lanes: [
    ['Ur', 'lanes', ['Kish'], []],
    ['Kish', 'lanes', ['Ur'], []],
  ],
  'visible to': [['Ur', 'visible to', ['Blue'], []]],
  'sight radar': [['Ur', 'sight radar', ['Blue'], []]],
  'network roads': [
    ['Ur', 'network roads', ['Kish'], []],
    ['Kish', 'network roads', ['Ur'], []],
  ],
  'relation war': [
    ['Red', 'relation war', ['Blue'], []],
    ['Blue', 'relation war', ['Red'], []],
  ],
  available: [['Red', 'available', ['town'], []]],
};

describe('what ties objects to others', () => {
  it.each(Object.keys(ties))('is compared with its values: %s', (what) => {
    const [first, second] = [open(), open()];
    expect(told(first, second)).toEqual([]);
    ties[what](first);
    expect(told(first, second)).toEqual(expected[what]);
    ties[what](second);
    expect(told(first, second)).toEqual([]);
  });

  it.each(Object.keys(ties))('is compared in two contents, which number things differently: %s', (what) => {
    const [first, second] = [open(), open({ roles: ['away', 'home'], relations: { peace: {}, war: {} }, rocks: 3 })];
    expect(told(first, second)).toEqual([]);
    ties[what](first);
    expect(told(first, second)).toEqual(expected[what]);
    ties[what](second);
    expect(told(first, second)).toEqual([]);
  });

  it('differs from a content that does not have it', () => {
    const [first, second] = [open(), open({ roles: [], relations: {} })];
    expect(told(first, second)).toEqual([]);
    for (const what of ['roles', 'relation war']) ties[what](first);
    expect(told(first, second)).toEqual([...expected['relation war'], ...expected.roles]);
  });
});
