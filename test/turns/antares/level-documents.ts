import fc from 'fast-check';
import { attributes, orders, screens, zooms } from '../../../src/content/antares/syntax.js';
import type { Facts, HostEntry } from '../../../src/turns/antares/host-entry.js';
import { type Plain, float } from '../../support/level-values.js';

/** Documents of levels at random, small enough that what their conditions look at happens to be so now and then. */

const seats = 2;
const initials = 6;
const bases = ['ship', 'station', 'mine'] as const;

interface Fields { readonly [key: string]: Plain }
type Arbitraries = Record<string, fc.Arbitrary<Plain>>;
const pick = <Item extends Plain>(...items: readonly Item[]): fc.Arbitrary<Item> => fc.constantFrom(...items);
const map = (fields: Arbitraries, optional: Arbitraries = {}): fc.Arbitrary<Fields> => fc.record({ ...fields, ...optional }, { requiredKeys: Object.keys(fields) });
const of = (type: string, fields: Arbitraries = {}, optional: Arbitraries = {}): fc.Arbitrary<Fields> => map({ type: fc.constant(type), ...fields }, optional);

const seat = fc.nat(seats - 1);
const number = fc.nat(initials - 1);
const bool = fc.boolean();
const which = fc.nat(2);
const order = pick(...orders);
const equality = pick('eq', 'ne');
const reference: fc.Arbitrary<Plain> = fc.oneof(
  { weight: 5, arbitrary: number.map((n) => ({ initial: n })) }, { weight: 1, arbitrary: seat.map((p) => ({ flagship: p })) },
  { weight: 1, arbitrary: seat.map((p) => ({ control: p })) }, { weight: 1, arbitrary: seat.map((p) => ({ target: p })) },
);
const real = (...values: readonly number[]): fc.Arbitrary<Plain> => fc.constantFrom(...values).map(float);
const ticks = pick('0t', '1t', '3t', '10t', '1.5s', '3s');
const counter = map({ player: seat, which });

const leaf: fc.Arbitrary<Plain> = fc.oneof(
  of('autopilot', { op: equality, player: seat, value: bool }),
  of('building', { op: equality, player: seat, value: bool }),
  of('cash', { op: order, player: seat, value: pick(24, 25, 26) }),
  of('computer', { op: equality, screen: pick(...screens) }, { line: fc.nat(2) }),
  of('destroyed', { op: equality, object: reference, value: bool }),
  of('distance', { op: order, from: reference, to: reference, value: pick(0, 100, 150) }),
  of('health', { op: order, object: reference, value: real(0, 0.5, 1) }),
  of('identity', { op: equality, a: reference, b: reference }),
  of('message', { op: equality, id: fc.nat(1), page: fc.nat(1) }),
  of('owner', { op: equality, object: reference, player: fc.integer({ min: -1, max: seats - 1 }) }),
  of('score', { op: order, counter, value: fc.nat(3) }),
  of('ships', { op: order, player: seat, value: fc.nat(2) }),
  of('speed', { op: order, object: reference, value: real(0, 1, 2) }),
  of('target', { op: equality, object: reference, target: reference }),
  of('time', { op: order, duration: ticks }, { legacy_start_time: bool }),
  of('zoom', { op: order, value: pick(...zooms) }),
);
const countOf = (member: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> => of('count', { op: order, value: fc.nat(2), of: fc.array(member, { maxLength: 3 }) });
const when = fc.oneof({ weight: 6, arbitrary: leaf }, { weight: 1, arbitrary: countOf(fc.oneof({ weight: 4, arbitrary: leaf }, { weight: 1, arbitrary: countOf(leaf) })) });

const filter = map({}, {
  owner: pick('any', 'same', 'different'), tags: fc.constantFrom<Fields>({ armed: true }, { armed: false }, { light: true }),
  attributes: pick(...attributes.slice(0, 7)).map((name) => ({ [name]: true })),
});
const common = { if: filter, override: map({}, { subject: reference, direct: reference }), reflexive: bool };

/** Any action but a group. */
function single(conditions: number): fc.Arbitrary<Fields> {
  const indices = fc.array(fc.nat(conditions - 1), { maxLength: 2 });
  const action = (type: string, fields: Arbitraries = {}, optional: Arbitraries = {}): fc.Arbitrary<Fields> => fc.oneof(of(type, fields, optional), of(type, fields, { ...optional, ...common }));
  return fc.oneof(
    action('check'), action('condition', {}, { enable: indices, disable: indices }), action('condition', { enable: indices }), action('delay', { duration: ticks }),
    action('score', { counter: map({ which }, { player: seat }), value: fc.integer({ min: -2, max: 2 }) }), action('pay', { value: real(-30, -1, 1) }, { player: seat }),
    action('win', {}, { player: seat }), action('reveal', { initial: fc.array(number, { minLength: 1, maxLength: 2 }) }), action('destroy'), action('remove'),
    action('capture', {}, { player: fc.integer({ min: -1, max: seats - 1 }) }), action('occupy', { value: fc.integer({ min: -1, max: 3 }) }), action('heal', { value: pick(-150, -50, 50) }),
    action('target'), action('assume', { which: fc.nat(initials - 1) }), action('morph', { base: pick(...bases) }, { keep_ammo: bool }),
    action('move', {}, { origin: pick('level', 'subject', 'direct'), to: pick(0, 100).map((x) => ({ x, y: 0 })) }),
    action('stop'), action('slow', { value: real(0.5, 2) }), action('speed', { value: real(1, 2) }, { relative: bool }), action('push', { value: real(1, 2) }), action('cap-speed', {}, { value: real(1) }),
    action('cloak'), action('hold'), action('message', {}, { id: fc.nat(1), pages: fc.constant(['x']) }), action('zoom', { value: pick(...zooms) }), action('select', { screen: pick(...screens), line: fc.nat(2) }),
    action('key', { enable: fc.constant(['a']) }, { disable: fc.constant(['a']) }), action('thrust', { value: real(1) }), action('energize'),
  );
}

function actionsOf(conditions: number): fc.Arbitrary<readonly Plain[]> {
  const one = single(conditions);
  const group = of('group', { of: fc.array(one, { maxLength: 3 }) }, common);
  const nested = of('group', { of: fc.array(fc.oneof(one, group), { maxLength: 3 }) }, common);
  return fc.array(fc.oneof({ weight: 10, arbitrary: one }, { weight: 1, arbitrary: group }, { weight: 1, arbitrary: nested }), { minLength: 1, maxLength: 5 });
}

const initial = map({ base: pick(...bases), position: fc.tuple(pick(0, 100, 200), pick(0, 100)) }, {
  owner: seat, hidden: bool, flagship: bool, target: number, build: fc.constant(['ship']), velocity: fc.tuple(real(0, 1, 2), real(0)), health: pick(50, 100),
});

/** A level. */
export function levelDocument(): fc.Arbitrary<Plain> {
  return fc.integer({ min: 1, max: 9 }).chain((count) => {
    const actions = actionsOf(count);
    const condition = map({ when, action: actions }, { disabled: bool, persistent: bool, subject: reference, direct: reference });
    const base = (given: Arbitraries): fc.Arbitrary<Fields> => map({
      maxHealth: fc.constant(100), maxSpeed: real(0, 2), tags: fc.constantFrom<Fields>({ armed: true }, { light: true }, {}),
      attributes: fc.subarray(['can_be_destination', 'can_accept_destination', 'is_destination', 'hated', 'can_be_hit', 'can_engage', 'can_accept_build', 'neutral_death']), ...given,
    }, { destination: bool, die: bool });
    return map({
      players: fc.constant([{ type: 'human', cash: 1_280_000 }, { type: 'cpu', cash: 1_280_000 }]),
      initials: fc.array(initial, { minLength: initials, maxLength: initials }),
      bases: map({ ship: base({}), station: base({ destination: fc.constant(true), occupyCount: fc.constant(3) }), mine: base({ destroyAction: actions }) }),
      conditions: fc.array(condition, { minLength: count, maxLength: count }),
    }, { start_time: pick('1s', '3s') });
  });
}

/** What a host says in the first ticks of such a level. */
export function hostEntries(until: number): fc.Arbitrary<readonly HostEntry[]> {
  const ofInitial = (name: string): fc.Arbitrary<string> => number.map((n) => `initial.${n}.${name}`);
  const ofPlayer = (name: string): fc.Arbitrary<string> => seat.map((p) => `player.${p}.${name}`);
  const fact = fc.oneof(
    fc.tuple(ofInitial('position'), fc.constantFrom<number[]>([0, 0], [100, 0])), fc.tuple(ofInitial('health'), fc.constantFrom(10, 50, 100)),
    fc.tuple(ofInitial('owner'), fc.constantFrom<number | null>(null, 0, 1)), fc.tuple(ofInitial('exists'), fc.constant(false)),
    fc.tuple(ofInitial('dest'), fc.option(number)), fc.tuple(ofInitial('velocity'), fc.constantFrom<number[]>([0, 0], [1.5, 0])),
    fc.tuple(ofPlayer('ships'), fc.nat(2)), fc.tuple(ofPlayer('cash'), fc.constantFrom(0, 1_280_000)), fc.tuple(ofPlayer('autopilot'), bool),
    fc.tuple(ofPlayer('flagship'), fc.option(number)), fc.tuple(ofPlayer('control'), fc.constantFrom<string | number | null>('x1', 0, null)),
    fc.tuple(fc.constant('ui.message'), fc.constantFrom<number[] | null>([1, 0], [1, 1], null)), fc.tuple(fc.constant('ui.screen'), fc.constantFrom(...screens)), fc.tuple(fc.constant('ui.line'), fc.nat(2)),
  );
  const set = fc.array(fact, { maxLength: 3 }).map((facts) => Object.fromEntries(facts) as Facts);
  const t = fc.integer({ min: 1, max: until });
  return fc.array(fc.oneof(
    fc.record({ t, phase: fc.constantFrom('tick' as const, 'sweep' as const), set }), fc.record({ t: fc.constant(0), phase: fc.constant('front' as const), set }),
    fc.record({ t, phase: fc.constant('late' as const), set, sweep: bool }),
  ), { maxLength: 6 });
}
