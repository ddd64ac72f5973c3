import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Batch, BatchOptions } from '../../src/batch/api.js';
import { propertyRuns } from '../support/choices.js';
import { refusal } from '../support/errors.js';
import { act, seen, views } from './playing.js';
import { type Faults, fakeBatch, fakeEnvironment } from './fake.js';
import { heavy } from '../support/heavy.js';

function play(batch: Batch, seed: number, steps: number): readonly unknown[] {
  return Array.from({ length: steps }, (_, turn) => {
    act(batch, seed + turn);
    batch.step();
    return seen(batch);
  });
}

const settings = fc.record({
  autoreset: fc.constantFrom('next-step', 'same-step'),
  seats: fc.constantFrom('all', 'first'),
  opponents: fc.constantFrom('random', 'script'),
});

describe('a batch', () => {
  it('gives each instance the same stream whatever is beside it, and however many lie together', () => {
    fc.assert(
      fc.property(settings, fc.nat(1_000), fc.constantFrom(1, 3, 64), (options: BatchOptions, seed, together) => {
        const batch = fakeBatch({ ...options, instances: 64, together });
        batch.reset(seed);
        const alone = [0, 17, 63].map((i) => ({ i, batch: fakeBatch({ ...options, instances: 1 }) }));
        for (const each of alone) each.batch.reset(seed + each.i);
        for (let turn = 0; turn < 30; turn++) {
          act(batch, turn);
          batch.step();
          for (const { i, batch: one } of alone) {
            act(one, turn, i);
            one.step();
            for (const name of views) {
              const size = one[name].length;
              expect(Array.from(batch[name].subarray(i * size, (i + 1) * size))).toEqual(Array.from(one[name]));
            }
            expect(batch.hash(i)).toBe(one.hash(0));
          }
        }
      }),
      propertyRuns(12, 3),
    );
  });

  it('goes on from a snapshot as it did, episodes and opponents included', () => {
    fc.assert(
      fc.property(settings, fc.nat(1_000), fc.nat(20), (options: BatchOptions, seed, steps) => {
        const batch = fakeBatch({ ...options, instances: 5, together: 2 });
        batch.reset(seed);
        play(batch, seed, steps);
        const snapshot = batch.snapshot();
        const before = seen(batch);
        const first = play(batch, seed + 1_000, 20);
        batch.restore(snapshot);
        expect(seen(batch)).toEqual(before);
        expect(play(batch, seed + 1_000, 20)).toEqual(first);
        expect(batch.snapshot(snapshot)).toBe(snapshot);
        batch.restore(snapshot);
        expect(seen(batch)).toEqual(first.at(-1));
      }),
      propertyRuns(20, 4),
    );
  });

  it('makes copies of an instance that go on like it until they are told otherwise', () => {
    fc.assert(
      fc.property(
        settings,
        fc.nat(1_000),
        fc.nat(15),
        fc.constantFrom(1, 2, 6),
        (options: BatchOptions, seed, steps, together) => {
          const batch = fakeBatch({ ...options, instances: 6, together });
          batch.reset(seed);
          play(batch, seed, steps);
          batch.fork(2, [0, 2, 5]);
          const rows = (name: (typeof views)[number], i: number): readonly number[] =>
            Array.from(batch[name].subarray((i * batch[name].length) / 6, ((i + 1) * batch[name].length) / 6));
          const alike = (i: number): void => {
            for (const name of views) expect(rows(name, i)).toEqual(rows(name, 2));
            expect(batch.hash(i)).toBe(batch.hash(2));
          };
          alike(0);
          alike(5);
          for (let turn = 0; turn < 30; turn++) {
            act(batch, turn);
            const each = batch.actions.length / 6;
            for (const i of [0, 5]) batch.actions.copyWithin(i * each, 2 * each, 3 * each);
            batch.step();
            alike(0);
            alike(5);
          }
        },
      ),
      propertyRuns(12, 3),
    );
  });
});

/** What gymnasium's SyncVectorEnv does, over environments of one instance each that are never reset by themselves. */
function vectorOf(
  autoreset: 'next-step' | 'same-step',
  count: number,
  options: BatchOptions,
): { reset: (seed: number) => void; step: (actions: Int32Array) => void; rows: () => readonly unknown[] } {
  const singles = Array.from({ length: count }, () => fakeBatch({ ...options, autoreset: 'disabled' }));
  const shown: { observations: number[]; reward: number[]; flags: [number, number]; final: number[] }[] = [];
  let over = singles.map(() => false);
  const last = (one: Batch): { observations: number[]; reward: number[]; flags: [number, number] } => ({
    observations: [...one.observations],
    reward: [...one.reward],
    flags: [one.terminated[0], one.truncated[0]],
  });
  return {
    reset(seed) {
      singles.forEach((one, i) => {
        one.reset(seed + i);
        shown[i] = { ...last(one), final: one.observations.length > 0 ? [...one.finalObservations] : [] };
      });
      over = singles.map(() => false);
    },
    step(actions) {
      singles.forEach((one, i) => {
        const each = one.actions.length;
        one.actions.set(actions.subarray(i * each, (i + 1) * each));
        const { final } = shown[i];
        if (over[i] && autoreset === 'next-step') {
          one.reset();
          shown[i] = { ...last(one), reward: [...one.reward].map(() => 0), flags: [0, 0], final };
        } else {
          one.step();
          shown[i] = { ...last(one), final };
          if (autoreset === 'same-step' && one.terminated[0] + one.truncated[0] > 0) {
            shown[i].final = [...one.observations];
            one.reset();
            shown[i].observations = [...one.observations];
          }
        }
        over[i] = shown[i].flags[0] + shown[i].flags[1] > 0;
      });
    },
    rows: () => shown.map((row) => row),
  };
}

describe('episodes', () => {
  it.each(['next-step', 'same-step'] as const)('are begun again as vectors of environments do it: %s', (autoreset) => {
    for (const seats of ['all', 'first'] as const) {
      for (const change of [false, true]) {
        const environment = fakeEnvironment(4, change);
        const batch = fakeBatch({ autoreset, seats, instances: 7, together: 3 }, {}, environment);
        const vector = vectorOf(autoreset, 7, { seats });
        const rows = (): readonly unknown[] =>
          Array.from({ length: 7 }, (_, i) => {
            const part = (name: (typeof views)[number]): number[] => [
              ...batch[name].subarray((i * batch[name].length) / 7, ((i + 1) * batch[name].length) / 7),
            ];
            return {
              observations: part('observations'),
              ...(change ? {} : { reward: part('reward') }),
              flags: [batch.terminated[i], batch.truncated[i]],
              final: part('finalObservations'),
            };
          });
        const wanted = (): readonly unknown[] =>
          vector.rows().map((row) => {
            const { reward, ...others } = row as { reward: number[] };
            return change ? others : { reward, ...others };
          });
        batch.reset(5);
        vector.reset(5);
        expect(rows()).toEqual(wanted());
        const ends = [0, 0];
        for (let turn = 0; turn < 60; turn++) {
          act(batch, turn);
          batch.step();
          vector.step(batch.actions);
          expect(rows()).toEqual(wanted());
          ends[0] += batch.terminated.reduce((sum, each) => sum + each, 0);
          ends[1] += batch.truncated.reduce((sum, each) => sum + each, 0);
        }
        expect(Math.min(...ends)).toBeGreaterThan(0);
      }
    }
  });

  it('are left to the host where nothing begins them again', () => {
    const batch = fakeBatch({ autoreset: 'disabled', instances: 3, together: 2 });
    batch.reset(1);
    let turn = 0;
    while (batch.terminated.every((each) => each === 0) && batch.truncated.every((each) => each === 0)) {
      act(batch, turn++);
      batch.step();
    }
    const over = Array.from({ length: 3 }, (_, i) => i).filter((i) => batch.terminated[i] + batch.truncated[i] > 0);
    const before = seen(batch);
    const error = refusal(() => {
      batch.step();
    });
    expect(error.code).toBe('episode-over');
    expect(error.message).toContain(
      over.length === 1 ? `instance ${over[0]} has` : `instances ${over.join(', ')} have`,
    );
    expect(seen(batch)).toEqual(before);
    batch.reset(
      undefined,
      Uint8Array.from([0, 1, 2], (i) => (over.includes(i) ? 1 : 0)),
    );
    for (const i of over) expect([batch.turns[i], batch.terminated[i], batch.truncated[i]]).toEqual([0, 0, 0]);
    act(batch, turn);
    batch.step();
    expect(Array.from(batch.turns)).toEqual([0, 1, 2].map((i) => (over.includes(i) ? 1 : turn + 1)));
  });

  it('go on to the next of their seed, and begin again with their first where they are seeded', () => {
    const batch = fakeBatch({ instances: 2 });
    batch.reset();
    const first = seen(batch);
    batch.reset();
    const second = seen(batch);
    expect(second).not.toEqual(first);
    batch.reset([0, 1]);
    expect(seen(batch)).toEqual(first);
    batch.reset([null, null]);
    expect(seen(batch)).toEqual(second);
    batch.reset(0);
    expect(seen(batch)).toEqual(first);
    batch.reset([9, 1], Uint8Array.from([0, 1]));
    expect(seen(batch)).toEqual(first);
  });

  it('are on every map that there is', () => {
    const batch = fakeBatch({ instances: 200 });
    batch.reset(0);
    const values = new Set(Array.from({ length: 200 }, (_, i) => batch.observations[i * 6]));
    expect([...values].sort((a, b) => a - b)).toEqual([2, 2.25, 2.5, 2.75]);
  });

  it('reward how much something has changed where content says so', () => {
    const plain = fakeBatch({ instances: 4, autoreset: 'same-step' });
    const changing = fakeBatch({ instances: 4, autoreset: 'same-step' }, {}, fakeEnvironment(4, true));
    plain.reset(3);
    changing.reset(3);
    let before = Array.from({ length: 8 }, (_, row) => plain.observations[row * 3]);
    for (let turn = 0; turn < 40; turn++) {
      act(plain, turn);
      changing.actions.set(plain.actions);
      plain.step();
      changing.step();
      // The standing is the value here, as an f32 in what is observed.
      plain.reward.forEach((standing, row) => {
        expect(changing.reward[row]).toBeCloseTo(standing - before[row], 5);
      });
      before = Array.from({ length: 8 }, (_, row) => plain.observations[row * 3]);
    }
  });
});

describe('actions', () => {
  it('are refused before anything happens where they are no choices, or not allowed', () => {
    const batch = fakeBatch({ instances: 3, together: 2 });
    const twin = fakeBatch({ instances: 3, together: 2 });
    batch.reset(2);
    twin.reset(2);
    act(batch, 0);
    const refusedAs = (row: number, head: number, value: number): string => {
      const was = batch.actions[row * 2 + head];
      batch.actions[row * 2 + head] = value;
      const before = seen(batch);
      const error = refusal(() => {
        batch.step();
      });
      expect(seen(batch)).toEqual(before);
      expect(batch.actions[row * 2 + head]).toBe(value);
      batch.actions[row * 2 + head] = was;
      return `${error.code}: ${error.message}`;
    };
    expect(refusedAs(3, 0, 4)).toBe(
      'bad-action: edict: instance 1, agent 1, head 0 (change): the action is 4; give 0 for nothing or a choice from 1 to 3',
    );
    expect(refusedAs(4, 1, -1)).toBe(
      'bad-action: edict: instance 2, agent 0, head 1 (double): the action is -1; give 0 for nothing or a choice from 1 to 1',
    );
    twin.actions.set(batch.actions);
    batch.step();
    twin.step();
    expect(seen(batch)).toEqual(seen(twin));
    expect(refusedAs(0, 0, 3)).toBe(
      "masked-action: edict: instance 0, agent 0, head 0 (change): choice 3 (luck) is not allowed now; give one whose actionMask is 1, or pass masked: 'ignore' to have nothing done",
    );
  });

  it('that are not allowed do nothing where that is asked for', () => {
    const [ignoring, nothing] = [fakeBatch({ masked: 'ignore' }), fakeBatch()];
    for (const batch of [ignoring, nothing]) {
      batch.reset(4);
      batch.step();
    }
    expect(ignoring.actionMask[3]).toBe(0);
    ignoring.actions[0] = 3;
    ignoring.step();
    nothing.step();
    expect(seen(ignoring)).toEqual(seen(nothing));
    expect(ignoring.actions[0]).toBe(3);
    ignoring.actions[0] = 4;
    expect(
      refusal(() => {
        ignoring.step();
      }).code,
    ).toBe('bad-action');
  });

  it('are checked by what is allowed, not by what the host has written over that', () => {
    const batch = fakeBatch();
    batch.reset(4);
    batch.step();
    batch.actionMask.fill(1);
    batch.actions[0] = 3;
    expect(
      refusal(() => {
        batch.step();
      }).code,
    ).toBe('masked-action');
  });
});

describe('opponents', () => {
  it('at random take all that is allowed, about equally often', () => {
    const counts = [0, 0, 0, 0];
    const batch = fakeBatch({ instances: 500, seats: 'first', opponents: 'random' });
    const told = fakeBatch({ instances: 500, seats: 'all' });
    batch.reset(0);
    told.reset(0);
    batch.step();
    // Which choice led here, found by trying: the first agent does nothing in both.
    const found = new Uint8Array(500);
    for (let choice = 0; choice < 4; choice++) {
      for (let double = 0; double < 2; double++) {
        const start = told.snapshot();
        for (let i = 0; i < 500; i++) told.actions.set([0, 0, choice, double], i * 4);
        told.step();
        for (let i = 0; i < 500; i++) {
          if (told.hash(i) !== batch.hash(i)) continue;
          counts[choice]++;
          found[i]++;
        }
        told.restore(start);
      }
    }
    expect(found.every((times) => times === 1)).toBe(true);
    for (const count of counts) expect(count).toBeGreaterThan(95);
  });

  it('of a script take what the content prefers most, the first of several', () => {
    const batch = fakeBatch({ instances: 20, seats: 'first', opponents: 'script' });
    const told = fakeBatch({ instances: 20 });
    batch.reset(0);
    told.reset(0);
    for (let turn = 0; turn < 8; turn++) {
      for (let i = 0; i < 20; i++) {
        const value = told.observations[i * 6 + 3];
        const isOver = told.terminated[i] + told.truncated[i] > 0;
        told.actions[i * 4 + 2] =
          isOver || told.live[i * 2 + 1] === 0 ? 0 : value < 3 ? 1 : told.turns[i] % 2 === 0 ? 3 : 2;
      }
      batch.step();
      // An episode of the first agent ends with it; what a whole one does is compared until then.
      told.step();
      for (let i = 0; i < 20; i++)
        if (told.live[i * 2] === 1 && batch.turns[i] === told.turns[i]) expect(batch.hash(i)).toBe(told.hash(i));
    }
  });

  it('of the host fill in what they do, and nothing else', () => {
    const calls: number[] = [];
    const batch = fakeBatch({
      instances: 2,
      seats: 'first',
      opponents({ actions, masks, live }) {
        calls.push(
          actions.length,
          masks.length,
          live.length,
          actions.reduce((sum, each) => sum + each, 0),
        );
        masks.fill(1);
        actions.fill(1);
      },
    });
    const told = fakeBatch({ instances: 2 });
    batch.reset(1);
    told.reset(1);
    for (let i = 0; i < 2; i++) told.actions.set([0, 0, 1, 1], i * 4);
    batch.step();
    told.step();
    expect([batch.hash(0), batch.hash(1)]).toEqual([told.hash(0), told.hash(1)]);
    expect(calls).toEqual([8, 24, 4, 0]);
    const refused = fakeBatch({
      seats: 'first',
      opponents({ actions, masks }) {
        masks.fill(1);
        actions[2] = batch.turns[0] * 3;
      },
    });
    refused.reset(1);
    refused.step();
    expect(
      refusal(() => {
        refused.step();
      }).message,
    ).toBe(
      "edict: instance 0, agent 1, head 0 (change): choice 3 (luck) is not allowed now; give one whose actionMask is 1, or pass masked: 'ignore' to have nothing done",
    );
  });

  it('may not step the batch that asks them', () => {
    const batch: Batch = fakeBatch({
      seats: 'first',
      opponents() {
        batch.step();
      },
    });
    batch.reset(1);
    expect(
      refusal(() => {
        batch.step();
      }),
    ).toMatchObject({
      code: 'batch-busy',
      message: 'edict: step was called within step of the same batch; call it before or after that',
    });
  });
});

/** Plays beside a batch in which nothing fails. The fault is mended when it has been seen. */
function failuresIn(options: BatchOptions, seed: number, faults: Faults, code: string): number {
  const present: Faults = {};
  const [batch, twin] = [fakeBatch(options, present), fakeBatch(options)];
  batch.reset(seed);
  twin.reset(seed);
  // No instance stands where it would fail already.
  Object.assign(present, faults);
  let failures = 0;
  for (let turn = 0; turn < 30; turn++) {
    act(batch, turn);
    const before = seen(batch);
    try {
      batch.step();
    } catch (error) {
      expect(error).toMatchObject({ code });
      failures++;
      expect(seen(batch)).toEqual(before);
      for (const key of Object.keys(present)) Reflect.deleteProperty(present, key);
      batch.step();
    }
    twin.actions.set(batch.actions);
    twin.step();
    expect(seen(batch)).toEqual(seen(twin));
  }
  return failures;
}

describe('what fails', () => {
  const faulty: readonly (readonly [string, Faults, string])[] = [
    ['in a turn', { turn: { map: 2, turn: 4 } }, 'broken-turn'],
    ['after a turn', { observe: { map: 2, turn: 4 } }, 'not-finite'],
    ['where an episode begins', { start: 2 }, 'broken-map'],
    ['where nobody is at the beginning', { empty: 2 }, 'bad-start'],
  ];

  it.each(faulty.slice(0, heavy(2, faulty.length)))('%s leaves everything as it was', (_, faults, code) => {
    for (const autoreset of ['next-step', 'same-step'] as const) {
      for (const seats of ['all', 'first'] as const) {
        let failures = 0;
        for (let seed = 0; seed < 12; seed++)
          failures += failuresIn({ autoreset, seats, instances: 5, together: 2 }, 100 * seed, faults, code);
        // Maps that have been begun on once are not made again.
        expect(failures).toBeGreaterThan(0);
      }
    }
  });

  it('in an episode that is over fails nobody', () => {
    const batch = fakeBatch({ instances: 9, together: 3 }, { turn: { map: 2, turn: 13 } });
    const twin = fakeBatch({ instances: 9, together: 3 });
    let truncated = 0;
    for (const each of [batch, twin]) each.reset(6);
    for (let turn = 0; turn < 100; turn++) {
      act(batch, turn);
      twin.actions.set(batch.actions);
      batch.step();
      twin.step();
      expect(seen(batch)).toEqual(seen(twin));
      truncated += batch.truncated.reduce((sum, each) => sum + each, 0);
    }
    expect(truncated).toBeGreaterThan(5);
  });

  it('names the instance in the whole batch', () => {
    const batch = fakeBatch({ instances: 40, together: 7 }, { turn: { map: 3, turn: 1 } });
    batch.reset(0);
    const first = Array.from({ length: 40 }, (_, i) => i).find((i) => batch.observations[i * 6] === 2.75);
    expect(
      refusal(() => {
        batch.step();
      }).message,
    ).toBe(`edict: instance ${first}: the turn is broken`);
  });

  it('in a reset leaves everything as it was', () => {
    const faults: Faults = {};
    const batch = fakeBatch({ instances: 40 }, faults, fakeEnvironment(1_000));
    batch.reset(0);
    const before = seen(batch);
    const rest = fakeBatch({ instances: 40 }, {}, fakeEnvironment(1_000));
    rest.reset(50);
    faults.start = Math.round((rest.observations[30 * 6] - 2) * 4);
    expect(
      refusal(() => {
        batch.reset(50);
      }),
    ).toMatchObject({
      code: 'broken-map',
      message: `edict: no episode can begin on map ${faults.start}: the map is broken`,
    });
    expect(seen(batch)).toEqual(before);
  });

  it('is what nobody can do', () => {
    const batch = fakeBatch({ instances: 2 });
    const failing = (act: () => unknown): string => refusal(act).code;
    expect(
      refusal(() => {
        batch.step();
      }).message,
    ).toBe('edict: instances 0, 1 have never been reset; call reset first');
    batch.reset(0, Uint8Array.of(1, 0));
    expect(
      refusal(() => {
        batch.step();
      }).message,
    ).toBe('edict: instance 1 has never been reset; call reset first');
    expect(failing(() => batch.hash(1))).toBe('not-reset');
    expect(failing(() => batch.world(1))).toBe('not-reset');
    expect(
      failing(() => {
        batch.fork(1, [0]);
      }),
    ).toBe('not-reset');
    batch.reset();
    for (const bad of [-1, 0.5, 2 ** 53, NaN, 'x', {}, [1], [1, 2, 3], [1, -1], [1, undefined], 2 ** 53 - 1]) {
      expect(
        failing(() => {
          batch.reset(bad as number);
        }),
      ).toBe('bad-option');
    }
    for (const bad of [[1, 1], new Uint8Array(3), new Int32Array(2), 1])
      expect(
        failing(() => {
          batch.reset(0, bad as Uint8Array);
        }),
      ).toBe('bad-option');
    for (const bad of [-1, 2, 0.5, '0', undefined]) {
      expect(failing(() => batch.hash(bad as number))).toBe('bad-option');
      expect(failing(() => batch.world(bad as number))).toBe('bad-option');
      expect(
        failing(() => {
          batch.fork(bad as number, []);
        }),
      ).toBe('bad-option');
      expect(
        failing(() => {
          batch.fork(0, [bad as number]);
        }),
      ).toBe('bad-option');
    }
    expect(
      failing(() => {
        batch.fork(0, 1 as never);
      }),
    ).toBe('bad-option');
    expect(
      failing(() => {
        batch.restore({ bytes: 0 });
      }),
    ).toBe('foreign-snapshot');
    expect(
      failing(() => {
        batch.restore(fakeBatch().snapshot());
      }),
    ).toBe('foreign-snapshot');
    expect(failing(() => batch.log())).toBe('not-recorded');
    const { observations } = batch;
    batch.close();
    batch.close();
    for (const call of [
      () => {
        batch.step();
      },
      () => {
        batch.reset();
      },
      () => batch.snapshot(),
      () => batch.hash(0),
      () => batch.log(),
    ])
      expect(failing(call)).toBe('batch-closed');
    expect(observations.length).toBe(12);
  });
});
