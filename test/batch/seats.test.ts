import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Instances, Seats } from '../../src/batch/instances-and-seats.js';
import { createSeats } from '../../src/batch/seats.js';
import { type EnvironmentShape, shapeOf } from '../../src/ir/environment.js';
import { defineContent } from '../../src/content/native/define.js';
import { EdictError } from '../../src/kernel/errors.js';
import { handleOf } from '../../src/kernel/identity.js';
import type { World } from '../../src/world/api.js';
import { type Choices, choicesOf, propertyRuns, randomCases } from '../support/choices.js';
import { randomContent } from '../support/random-content.js';
import { randomEnvironment } from '../support/random-environment.js';
import { populate, randomWorld, valueFor } from '../support/random-world.js';
import { sideBySide } from '../support/side-by-side.js';
import { heavy } from '../support/heavy.js';

/** All that seats say, in memory that is used again. */
interface Seen {
  readonly observations: Float32Array;
  readonly masks: Uint8Array;
  readonly rewards: Float64Array;
  readonly live: Uint8Array;
  readonly terminated: Uint8Array;
  readonly preferences: Float32Array;
}

function seenOf({ observationSize, maskSize, agents }: EnvironmentShape, instances: number): Seen {
  const rows = instances * agents;
  return {
    observations: new Float32Array(rows * observationSize).fill(7),
    masks: new Uint8Array(rows * maskSize).fill(7),
    rewards: new Float64Array(rows).fill(7),
    live: new Uint8Array(rows).fill(7),
    terminated: new Uint8Array(instances).fill(7),
    preferences: new Float32Array(rows * maskSize).fill(7),
  };
}

/** Looks at everything; the codes of what is refused are part of it. */
function see(seats: Seats, seen: Seen, asked: Uint8Array): readonly unknown[] {
  seats.look();
  const calls = [
    () => {
      seats.observe(seen.observations);
    },
    () => {
      seats.masks(seen.masks);
    },
    () => {
      seats.rewards(seen.rewards);
    },
    () => {
      seats.live(seen.live);
    },
    () => {
      seats.terminated(seen.terminated);
    },
    () => {
      seats.preferences(asked, seen.preferences);
    },
  ];
  return calls.map((call, i) => {
    try {
      call();
      return bits([seen.observations, seen.masks, seen.rewards, seen.live, seen.terminated, seen.preferences][i]);
    } catch (error) {
      if (!(error instanceof EdictError)) throw error;
      return error.code;
    }
  });
}

/** The bytes of an array: −0 is not 0. */
function bits(array: Float32Array | Float64Array | Uint8Array): string {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('hex');
}

/** Any allowed action of each head. */
function actionsFrom(choices: Choices, shape: EnvironmentShape, masks: Uint8Array): Int32Array {
  const actions = new Int32Array((masks.length / shape.maskSize) * shape.heads);
  let place = 0;
  for (let at = 0; at < actions.length; at++) {
    const count = shape.choices[at % shape.heads];
    actions[at] = choices.pick(
      Array.from({ length: count }, (_, choice) => choice).filter((choice) => masks[place + choice] === 1),
    );
    place += count;
  }
  return actions;
}

/** Seats anybody, also nobody. */
function seatAny(
  choices: Choices,
  { state, stride, count, environment: { agents } }: Instances,
  ...all: readonly Seats[]
): void {
  for (let row = 0; row < count * agents.count; row++) {
    const instance = Math.floor(row / agents.count);
    const candidates = Array.from({ length: stride - 1 }, (_, i) => instance * stride + 1 + i).filter(
      (id) => state.identity.kind[id] === agents.kind,
    );
    const handle =
      candidates.length === 0 || choices.oneIn(8)
        ? 0
        : handleOf(state.identity, choices.pick(candidates)) - instance * stride;
    for (const seats of all) seats.agents[row] = handle;
  }
}

function changeAny(choices: Choices, world: World): void {
  const live = world.query();
  if (live.length === 0) return;
  for (let change = choices.below(4); change > 0; change--) {
    const object = choices.pick(live);
    if (!world.isLive(object)) continue;
    if (choices.oneIn(5)) world.destroy(object);
    else {
      const { columns } =
        world.program.model.kinds[(world.program.model.kindByName.get(world.kindOf(object))?.index ?? 1) - 1];
      if (columns.length > 0)
        world.set(
          object,
          world.program.model.columns[choices.pick(columns)].name,
          valueFor(world.program.model, world.program.model.columns[columns[0]], choices, live),
        );
    }
  }
}

function tryAll(...acts: readonly (() => void)[]): void {
  for (const act of acts) {
    try {
      act();
    } catch (error) {
      if (!(error instanceof EdictError)) throw error;
    }
  }
}

describe('seats', () => {
  test('say by columns what the reference says, of random environments over random worlds, again and again while those change', () => {
    let [numbers, filled, allowed] = [0, 0, 0];
    fc.assert(
      fc.property(randomCases({ objects: 40 }), ({ seed, groups, objects, turns }) => {
        const choices = choicesOf(seed);
        const { source, names } = randomContent(choices.split('content'), groups, 'calm');
        const program = defineContent(source);
        const world = randomWorld(choices.split('world'), program, objects, { reserve: { objects: 400 } });
        tryAll(() => {
          populate(world, choices.split('more'), objects);
        });
        const environment = randomEnvironment(choices.split('environment'), program, names, choices.between(1, 4));
        const instances = sideBySide(world, environment, choices.between(1, 4), choices.pick([32, 64]));
        const shape = shapeOf(environment);
        const [columns, reference] = [createSeats(instances, 'compiled'), createSeats(instances, 'reference')];
        const [seen, expected] = [seenOf(shape, instances.count), seenOf(shape, instances.count)];
        for (let turn = 0; turn <= turns; turn++) {
          const own = choices.split(`turn ${turn}`);
          if (turn === 0 || own.oneIn(4)) seatAny(own, instances, columns, reference);
          const asked = Uint8Array.from(seen.live, () => own.below(2));
          const said = see(reference, expected, asked);
          expect(see(columns, seen, asked)).toEqual(said);
          numbers += seen.observations.filter((value) => value !== 0 && value !== 1).length;
          allowed += seen.masks.reduce((sum, value) => sum + value, 0);
          const actions = actionsFrom(own.split('actions'), shape, seen.masks);
          filled += actions.filter((action) => action !== 0).length;
          const hash = world.hash();
          reference.order(actions);
          const ordered = world.hash();
          reference.withdraw();
          columns.order(actions);
          expect(world.hash()).toBe(ordered);
          if (own.oneIn(2))
            tryAll(() => {
              world.step();
            });
          columns.withdraw();
          if (actions.every((action) => action === 0)) expect(ordered).toBe(hash);
          tryAll(
            () => {
              changeAny(own.split('change'), world);
            },
            () => {
              if (own.oneIn(3)) world.step();
            },
          );
        }
      }),
      propertyRuns(60),
    );
    // What was compared was something.
    expect(Math.min(numbers, filled, allowed)).toBeGreaterThan(heavy(3, 300));
  });
});
