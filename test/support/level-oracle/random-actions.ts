import fc from 'fast-check';
import type { Action, Reference } from './document.js';
import { type Shape, indexOf, referenceOf, seatOf } from './random-references.js';

export type { Shape };

/** Of what the host does, that which needs a direct object and that which does not. */
const hosted = ['age', 'create', 'energize', 'fire', 'warp', 'flash', 'spark'] as const;
const attributes = [
  'can_be_engaged',
  'can_engage',
  'can_be_hit',
  'hated',
  'neutral_death',
  'is_destination',
  'does_bounce',
] as const;

/** A list of actions; groups go so many deep. */
export function actions(shape: Shape, maxLength: number, depth: number): fc.Arbitrary<readonly Action[]> {
  return fc.array(
    fc.tuple(action(shape, depth), common(shape)).map(([one, more]): Action => ({ ...one, ...more })),
    { maxLength },
  );
}

/** A group with roles of its own that removes a body, and waits until that is freed. */
export function leaving(shape: Shape, body: Reference): fc.Arbitrary<Action> {
  const waiting = fc
    .constantFrom('3t', '10t', '1s')
    .chain((duration) =>
      actions(shape, 2, 0).map((rest): readonly Action[] => [
        { type: 'remove', override: { direct: body } },
        { type: 'delay', duration },
        ...rest,
      ]),
    );
  return of('group', { of: waiting, override: fc.record({ subject: referenceOf(shape), direct: referenceOf(shape) }) });
}

type Weighted = fc.WeightedArbitrary<Action>;

function action(shape: Shape, depth: number): fc.Arbitrary<Action> {
  const all: Weighted[] = shape.isAboutDelays
    ? [...ofRules(shape), ...ofRules(shape).slice(0, 2), ...ofLives(shape)]
    : [...ofRules(shape), ...ofLives(shape), ...ofBodies(shape), ...ofScreens()];
  if (depth > 0) all.push({ weight: 8, arbitrary: of('group', { of: actions(shape, 3, depth - 1) }) });
  return fc.oneof(...all);
}

function ofRules(shape: Shape): Weighted[] {
  const player = seatOf(shape);
  const which = indexOf(shape, 3);
  const indices = fc.array(indexOf(shape, shape.conditions), { maxLength: 3 });
  const anyCounter = fc.oneof(
    { weight: 3, arbitrary: fc.record({ player: fc.constant(0), which: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ which, player }, { requiredKeys: ['which'] }) },
  );
  return [
    { weight: 10, arbitrary: of('score', { counter: anyCounter, value: fc.integer({ min: -1, max: 3 }) }) },
    {
      weight: 10,
      arbitrary: of('delay', {
        duration: fc.constantFrom('-3t', '-1s', '0t', '1t', '3t', '10t', '0.5s', '1s', '1s', '1.5s', '2.5s'),
      }),
    },
    { weight: 3, arbitrary: of('check') },
    { weight: 6, arbitrary: of('condition', {}, { enable: indices, disable: indices }) },
    { weight: 2, arbitrary: of('pay', { value: fc.constantFrom(-25, -0.5, 0.5, 1.001, -1000) }, { player }) },
    { weight: 2, arbitrary: of('win', {}, { player: fc.nat(shape.seats - 1) }) },
  ];
}

function ofLives(shape: Shape): Weighted[] {
  return [
    { weight: 3, arbitrary: of('reveal', { initial: fc.array(indexOf(shape, shape.initials), { maxLength: 3 }) }) },
    { weight: 6, arbitrary: of('destroy') },
    { weight: 3, arbitrary: of('remove') },
    { weight: 4, arbitrary: of('heal', { value: fc.constantFrom(-1, -2, -4, -100, 1, 5, 0) }) },
  ];
}

function ofBodies(shape: Shape): Weighted[] {
  const value = fc.constantFrom(0.5, 1, 2, -1, 3, 0);
  const place = fc.record({ x: fc.integer({ min: -2, max: 2 }), y: fc.integer({ min: -2, max: 2 }) });
  const list: [number, fc.Arbitrary<Action>][] = [
    [5, of('capture', {}, { player: fc.oneof(seatOf(shape), fc.constant(-1)) })],
    [4, of('occupy', { value: fc.integer({ min: -2, max: 4 }) })],
    [3, of('target')],
    [3, of('assume', { which: fc.integer({ min: -2, max: 6 }) })],
    [3, of('morph', { base: fc.constantFrom('planet', 'ship', 'drone', 'station', 'depot', 'mine') })],
    [3, of('move', {}, { origin: fc.constantFrom('level', 'subject', 'direct'), to: place })],
    [2, of('stop')],
    [2, of('speed', { value }, { relative: fc.boolean() })],
    [2, of('push', {}, { value })],
    [2, of('cap-speed', {}, { value: fc.constantFrom(0, 1, 2.5, 4) })],
    [1, of('cloak')],
    [1, of('hold')],
    [shape.isDiagonal ? 0 : 2, of('slow', { value: fc.constantFrom(0.5, 1, 2, -1, 0, -0.5, 100) })],
    [1, of('play', { absolute: fc.boolean(), sound: fc.constant('ping') })],
    ...hosted.map((type): [number, fc.Arbitrary<Action>] => [1, of(type)]),
  ];
  return list.map(([weight, arbitrary]) => ({ weight, arbitrary }));
}

function ofScreens(): Weighted[] {
  return [
    { weight: 2, arbitrary: of('message', { pages: fc.constant(['one', 'two']) }, { id: fc.nat(2) }) },
    { weight: 1, arbitrary: of('zoom', { value: fc.constantFrom('2:1', 'foe', 'all') }) },
    { weight: 1, arbitrary: of('select', { screen: fc.constantFrom('main', 'build'), line: fc.nat(2) }) },
  ];
}

function common(shape: Shape): fc.Arbitrary<Pick<Action, 'if' | 'override' | 'reflexive'>> {
  const reference = referenceOf(shape);
  const flag = fc.constantFrom(true, false, null);
  const filter = fc.record(
    {
      owner: fc.constantFrom('any', 'same', 'different'),
      tags: fc.dictionary(fc.constantFrom('armed', 'light', 'old', 'mine', 'planet'), flag, { maxKeys: 2 }),
      attributes: fc.dictionary(fc.constantFrom(...attributes), flag, { maxKeys: 2 }),
    },
    { requiredKeys: [] },
  );
  const rare = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
    fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
  return fc
    .record({
      if: rare(5, filter),
      override: rare(2, fc.record({ subject: reference, direct: reference }, { requiredKeys: [] })),
      reflexive: rare(4, fc.boolean()),
    })
    .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
}

function of(
  type: string,
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
  optional: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<Action> {
  return fc.record(
    { type: fc.constant(type), ...fields, ...optional },
    { requiredKeys: ['type', ...Object.keys(fields)] as 'type'[] },
  );
}
