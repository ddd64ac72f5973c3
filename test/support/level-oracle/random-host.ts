import fc from 'fast-check';
import type { Fact, HostEntry } from './document.js';
import { screens, zooms } from './random-conditions.js';
import { type HostShape, velocity } from './random-level.js';

/** What a host says in the time of a level, in the phases that there are then. */
export function hostOf(shape: HostShape): fc.Arbitrary<readonly HostEntry[]> {
  return fc.array(fc.oneof(...moments(shape)), { maxLength: 6 });
}

function moments(shape: HostShape): fc.Arbitrary<HostEntry>[] {
  const entry = (t: fc.Arbitrary<number>, phase: HostEntry['phase'], isAsked = false): fc.Arbitrary<HostEntry> =>
    fc.record({ t, phase: fc.constant(phase), set: factsOf(shape), ...(isAsked ? { sweep: fc.boolean() } : {}) });
  const start = fc.constant(0);
  const all = [entry(start, 'front'), entry(start, 'late', true)];
  if (shape.setup > 0) {
    const time = fc.nat(shape.setup / 3 - 1).map((step) => -3 * step);
    all.push(entry(time, 'tick'), entry(time, 'sweep'));
  }
  if (shape.until > 0) {
    const time = fc.oneof(
      fc.integer({ min: 1, max: shape.until }),
      fc.integer({ min: 1, max: shape.until / 90 }).map((sweeps) => 90 * sweeps),
    );
    all.push(entry(time, 'tick'), entry(time, 'sweep'), entry(time, 'late', true));
  }
  return all;
}

function factsOf(shape: HostShape): fc.Arbitrary<Readonly<Record<string, Fact>>> {
  return fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: ofInitial(shape) },
        { weight: 3, arbitrary: ofPlayer(shape) },
        { weight: 1, arbitrary: ofScreen() },
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((facts) => Object.fromEntries(facts));
}

type Named = readonly [string, Fact];

function ofInitial({ initials, seats, isDiagonal }: HostShape): fc.Arbitrary<Named> {
  const small = fc.integer({ min: -3, max: 3 });
  return named('initial', initials, {
    exists: fc.constant(false),
    owner: fc.option(fc.nat(seats - 1)),
    position: fc.tuple(small, small),
    velocity: velocity(isDiagonal),
    health: fc.integer({ min: -1, max: 5 }),
    maxHealth: fc.integer({ min: 0, max: 4 }),
    dest: fc.option(fc.nat(initials - 1)),
  });
}

function ofPlayer({ initials, seats }: HostShape): fc.Arbitrary<Named> {
  const [bool, body, small] = [fc.boolean(), fc.option(fc.nat(initials - 1), { freq: 3 }), fc.nat(4)];
  return named('player', seats, {
    cash: fc.constantFrom(0, 25_600, 1_280_000),
    ships: small,
    score: fc.tuple(small, small, small),
    autopilot: bool,
    building: fc.option(bool, { freq: 3 }),
    flagship: body,
    control: body,
    target: body,
  });
}

function ofScreen(): fc.Arbitrary<Named> {
  return fc.oneof<fc.Arbitrary<Named>[]>(
    fc.constantFrom(...screens).map((screen): Named => ['ui.screen', screen]),
    fc.integer({ min: -1, max: 2 }).map((line): Named => ['ui.line', line]),
    fc.constantFrom(...zooms).map((zoom): Named => ['ui.zoom', zoom]),
    fc.option(fc.tuple(fc.nat(2), fc.nat(2))).map((message): Named => ['ui.message', message]),
  );
}

function named(of: string, count: number, facts: Readonly<Record<string, fc.Arbitrary<Fact>>>): fc.Arbitrary<Named> {
  return fc.oneof(
    ...Object.entries(facts).map(([fact, arbitrary]) =>
      fc.tuple(fc.nat(count - 1), arbitrary).map(([index, value]): Named => [`${of}.${String(index)}.${fact}`, value]),
    ),
  );
}
