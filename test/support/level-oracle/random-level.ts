import fc from 'fast-check';
import { type Shape, actions } from './random-actions.js';
import type { Document, Initial } from './document.js';

export const initialCount = 6;
export const baseNames = ['planet', 'ship', 'drone', 'station', 'depot', 'mine'] as const;

/** What a host has to know of a level to speak of it. */
export interface HostShape extends Shape {
  /** Ticks. */
  readonly setup: number;
  readonly until: number;
}

export function levelShape(shape: Shape, start: string | undefined, until: number): HostShape {
  return { ...shape, setup: start === undefined ? 0 : 60 * Number.parseInt(start, 10), until };
}

const plain = [
  'can_be_engaged',
  'can_be_destination',
  'can_engage',
  'can_accept_destination',
  'can_collide',
  'can_be_hit',
  'hated',
];
const still = ['can_be_destination', 'can_accept_build', 'is_destination', 'appear_on_radar'];

export function level(shape: Shape, start: string | undefined): fc.Arbitrary<Document['level']> {
  return fc
    .record({
      players: fc.array(
        fc.record({ type: fc.constantFrom('human', 'cpu'), cash: fc.constantFrom(0, 25_600, 1_280_000) }),
        { minLength: shape.seats, maxLength: shape.seats },
      ),
      ui: fc.record({
        zoom: fc.constantFrom('2:1', '1:16', 'foe', 'all'),
        screen: fc.constantFrom('main', 'build', 'status'),
        line: fc.integer({ min: -1, max: 2 }),
      }),
      initials: fc.array(initial(shape), { minLength: initialCount, maxLength: initialCount }),
      bases: bases(shape),
    })
    .map((made) => ({ ...made, ...(start === undefined ? {} : { start_time: start }) }));
}

function initial({ seats, isDiagonal }: Shape): fc.Arbitrary<Initial> {
  return fc.record(
    {
      base: fc.constantFrom(...baseNames),
      owner: fc.nat(seats - 1),
      position: fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 })),
      hidden: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      flagship: fc.boolean(),
      target: fc.nat(initialCount - 1),
      build: fc.constantFrom([], ['drone']),
      velocity: velocity(isDiagonal),
      health: fc.integer({ min: 0, max: 5 }),
    },
    { requiredKeys: ['base', 'position'] },
  );
}

/** Halves, so that products keep to 1/256. Along one axis unless nothing is capped. */
export function velocity(isDiagonal: boolean): fc.Arbitrary<readonly [number, number]> {
  const half = fc.integer({ min: -8, max: 8 }).map((value) => value / 2);
  return isDiagonal
    ? fc.tuple(half, half)
    : fc.tuple(half, fc.boolean()).map(([value, isFirst]): [number, number] => (isFirst ? [value, 0] : [0, value]));
}

function bases(shape: Shape): fc.Arbitrary<Document['level']['bases']> {
  const list = actions(shape, 2, 3);
  return fc
    .record({
      shipDies: fc.boolean(),
      occupyCount: fc.integer({ min: 1, max: 4 }),
      ofMine: list,
      ofStation: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: list }),
    })
    .map(({ shipDies, occupyCount, ofMine, ofStation }) => ({
      planet: { maxHealth: -1, maxSpeed: 0, destination: true, attributes: still, tags: { planet: true } },
      ship: { maxHealth: 4, maxSpeed: 2.5, attributes: plain, tags: { armed: true, old: false }, die: shipDies },
      drone: { maxHealth: 2, maxSpeed: 1, attributes: [...plain, 'does_bounce'], tags: { light: true } },
      station: {
        maxHealth: 4,
        maxSpeed: 0,
        destination: true,
        occupyCount,
        attributes: [...still, 'can_engage', 'can_be_hit', 'hated', 'neutral_death'],
        tags: { station: true, armed: true },
        destroyAction: ofStation,
      },
      depot: { maxHealth: 3, maxSpeed: 0, destination: true, attributes: [...still, 'hated'], tags: {} },
      mine: { maxHealth: 1, maxSpeed: 5, attributes: plain, tags: { mine: true }, destroyAction: ofMine },
    }));
}
