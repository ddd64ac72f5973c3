import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Batch, BatchOptions } from '../../src/batch/api.js';
import { createBatch } from '../../src/batch/batch.js';
import type { HostRules } from '../../src/batch/host-rules.js';
import { singleInstance } from '../../src/batch/single-instance.js';
import { createSeats } from '../../src/batch/seats.js';
import { checkContents } from '../../src/cli/check-contents.js';
import { nominalWorld } from '../../src/match/work.js';
import { openEnvironment } from '../../src/environments/open-environment.js';
import { nativeFormat } from '../../src/scenarios/native/native-format.js';
import { refusal } from '../support/errors.js';
import { act, seen } from '../batch/playing.js';
import { longTest } from '../support/heavy.js';
import { formats } from '../support/formats.js';

const file = fileURLToPath(new URL('../../examples/environments/cart-pole.yaml', import.meta.url));

/** Turns that episodes last, by instance, when all go by one policy: it takes what the agent sees, and the turn. */
function turnsOf(batch: Batch, choose: (seen: Float32Array, turn: number) => number): readonly number[] {
  const turns = new Array<number>(batch.instances).fill(0);
  while (turns.some((count) => count === 0)) {
    for (let i = 0; i < batch.instances; i++)
      batch.actions[i] = choose(batch.observations.subarray(i * 4, i * 4 + 4), batch.turns[i]);
    batch.step();
    for (let i = 0; i < batch.instances; i++) {
      const isOver = batch.terminated[i] === 1 || batch.truncated[i] === 1;
      if (isOver && turns[i] === 0) turns[i] = batch.turns[i];
    }
  }
  return turns;
}

function opened(options: BatchOptions = {}, seed = 1): Batch {
  const batch = createBatch(openEnvironment('cart-pole'), { instances: 16, ...options });
  batch.reset(seed);
  return batch;
}

const [left, right] = [1, 2];

/**
 * What Gymnasium says of its cart until the pole has fallen: position, speed, angle, spin after each action, of which
 * 0 is to the left and 1 to the right.
 */
const recorded = JSON.parse(readFileSync(new URL('cart-pole.json', import.meta.url), 'utf8')) as {
  readonly actions: readonly number[];
  readonly states: readonly (readonly number[])[];
};

/** A batch of one cart that is where it is wanted: its numbers are all that it is made of. */
function placed(state: readonly number[]): Batch {
  const source = openEnvironment('cart-pole');
  const { hostRules: rules } = source;
  if (rules === undefined) throw new Error('the cart has no rules of the host');
  const batch = createBatch({
    ...source,
    hostRules: {
      ...rules,
      begin(numbers, at) {
        numbers.set(state, at);
      },
    },
  });
  batch.reset(0);
  return batch;
}

describe('cart-pole', () => {
  it.each(
    nativeFormat.load({ file, text: readFileSync(file, 'utf8') }).map((scenario) => [scenario.name, scenario] as const),
  )('%s', (_, scenario) => {
    expect(scenario.run()).toBeUndefined();
  });

  it('is sound', () => {
    expect(checkContents([file], nominalWorld(), formats)).toMatchObject([{ errors: [], warnings: [] }]);
  });

  it('moves as it does in Gymnasium', () => {
    const batch = placed(recorded.states[0]);
    recorded.states.slice(1).forEach((state, i) => {
      batch.actions[0] = recorded.actions[i] + 1;
      batch.step();
      expect(
        Array.from(batch.world(0).query({ kind: 'cart' }), (cart) =>
          ['position', 'speed', 'angle', 'spin'].map((name) => batch.world(0).get(cart, name)),
        )[0],
      ).toEqual(state.map((value) => expect.closeTo(value, 12) as unknown));
      expect(batch.reward[0]).toBe(1);
      expect(batch.terminated[0]).toBe(i === recorded.states.length - 2 ? 1 : 0);
    });
  });

  it('ends where the cart is too far away or the pole too steep', () => {
    // With 1 a second they go by 0.02 in a turn.
    for (const [place, isOver] of [
      [[2.399, 0], 0],
      [[2.401, 0], 1],
      [[-2.401, 0], 1],
      [[0, 0.2093], 0],
      [[0, 0.2095], 1],
      [[0, -0.2095], 1],
    ] as const) {
      const [position, angle] = place;
      const batch = placed([
        position - 0.02 * Math.sign(position),
        Math.sign(position),
        angle - 0.02 * Math.sign(angle),
        Math.sign(angle),
      ]);
      batch.step();
      expect([place, batch.terminated[0], batch.live[0], batch.reward[0]]).toEqual([place, isOver, 1, 1]);
      expect([batch.observations[0], batch.observations[2]]).toEqual([
        expect.closeTo(position, 6),
        expect.closeTo(angle, 6),
      ]);
    }
  });

  it('falls soon when pushed to one side', () => {
    for (const turns of turnsOf(opened(), () => right)) expect(turns).toBeLessThan(15);
  });

  it('stands till the end when pushed under the pole', () => {
    const turns = turnsOf(opened(), ([position, speed, angle, spin]) =>
      0.1 * position + 0.3 * speed + 8 * angle + 2 * spin < 0 ? left : right,
    );
    expect(turns).toEqual(new Array<number>(16).fill(500));
  });

  it.each(['next-step', 'same-step'] as const)(
    'begins elsewhere in each instance and episode, with %s',
    (autoreset) => {
      const batch = opened({ autoreset });
      const beginnings = new Set<string>();
      let episodes = 0;
      for (let turn = 0; turn < 60; turn++) {
        for (let i = 0; i < 16; i++) {
          if (batch.turns[i] !== 0 && (autoreset === 'next-step' || batch.terminated[i] === 0)) continue;
          const at = batch.observations.slice(i * 4, i * 4 + 4);
          for (const value of at) expect(Math.abs(value)).toBeLessThanOrEqual(0.05);
          beginnings.add(at.join());
          episodes++;
        }
        batch.actions.fill(right);
        batch.step();
      }
      expect(episodes).toBeGreaterThan(64);
      expect(beginnings.size).toBe(episodes);
    },
  );

  longTest('is observed as its content says of the worlds that it shows', () => {
    const batch = opened({ instances: 3 });
    const source = openEnvironment('cart-pole');
    let ended = 0;
    for (let turn = 0; turn < 80; turn++) {
      act(batch, turn);
      batch.step();
      for (let i = 0; i < 3; i++) {
        const instances = singleInstance(source.program, batch.world(i));
        const seats = createSeats(instances, 'reference');
        seats.seat(0);
        seats.look();
        const [observed, over, reward] = [new Float32Array(4), new Uint8Array(1), new Float64Array(1)];
        seats.observe(observed);
        seats.terminated(over);
        seats.rewards(reward);
        expect(observed).toEqual(batch.observations.slice(i * 4, i * 4 + 4));
        expect(over[0]).toBe(batch.terminated[i]);
        if (batch.turns[i] > 0) expect(reward[0]).toBe(batch.reward[i]);
        expect(batch.world(i).turn).toBe(batch.turns[i]);
        ended += over[0];
      }
    }
    expect(ended).toBeGreaterThan(3);
  });

  it('is the same however many instances lie beside it, and goes on the same from a copy', () => {
    for (const autoreset of ['next-step', 'same-step'] as const) {
      const batches = [opened({ autoreset }), opened({ autoreset, together: 1 }), opened({ autoreset, together: 5 })];
      const play = (from: number): unknown => {
        for (let turn = from; turn < from + 40; turn++)
          for (const batch of batches) {
            act(batch, turn);
            batch.step();
          }
        for (const batch of batches) expect(seen(batch)).toEqual(seen(batches[0]));
        return seen(batches[0]);
      };
      play(0);
      const snapshots = batches.map((batch) => batch.snapshot());
      const first = play(100);
      batches.forEach((batch, i) => {
        batch.restore(snapshots[i]);
      });
      expect(play(100)).toEqual(first);
      for (const batch of batches) batch.fork(7, [0, 15]);
      expect(batches[0].observations.slice(0, 4)).toEqual(batches[0].observations.slice(28, 32));
      play(200);
    }
  });

  it('is saved as bytes, and goes on the same in another batch', () => {
    const play = (batch: Batch): readonly unknown[] =>
      Array.from({ length: 40 }, (_, turn) => {
        act(batch, 500 + turn);
        batch.step();
        return seen(batch);
      });
    const batch = opened({}, 5);
    for (let turn = 0; turn < 30; turn++) {
      act(batch, turn);
      batch.step();
    }
    const saved = batch.save();
    const expected = [seen(batch), ...play(batch)];
    const other = opened({ together: 5 }, 9);
    other.load(saved);
    expect([seen(other), ...play(other)]).toEqual(expected);
    other.close();
    expect(
      refusal(() => {
        batch.load(saved.subarray(0, saved.length - 9));
      }).code,
    ).toBe('damaged-file');
  });

  it('has a hash of its episode and its turn, which says nothing of where the cart is', () => {
    const [one, other] = [opened(), opened()];
    one.actions.fill(left);
    other.actions.fill(right);
    for (const batch of [one, other]) batch.step();
    expect(one.observations).not.toEqual(other.observations);
    expect(one.hash(3)).toBe(other.hash(3));
    expect(one.hash(3)).not.toBe(one.hash(4));
    const before = one.hash(3);
    one.step();
    expect(one.hash(3)).not.toBe(before);
  });
});

describe('rules of a host', () => {
  const source = openEnvironment('cart-pole');
  const { hostRules: rules } = source;

  it('leave all as it was where they throw', () => {
    let isFaulty = false;
    const batch = createBatch(
      {
        ...source,
        hostRules: {
          size: 4,
          begin: rules?.begin ?? fail,
          show: rules?.show ?? fail,
          turn(numbers, actions) {
            (rules?.turn ?? fail)(numbers, actions);
            if (isFaulty) throw new Error('the pole broke');
          },
        },
      },
      { instances: 4 },
    );
    batch.reset(5);
    for (let turn = 0; turn < 30; turn++) {
      act(batch, turn);
      batch.step();
      const before = seen(batch);
      isFaulty = true;
      expect(() => {
        batch.step();
      }).toThrow('the pole broke');
      isFaulty = false;
      expect(seen(batch)).toEqual(before);
    }
    const twin = opened({ instances: 4 }, 5);
    for (let turn = 0; turn < 30; turn++) {
      act(twin, turn);
      twin.step();
    }
    expect(seen(batch)).toEqual(seen(twin));
  });

  it('are told which number agents cannot be given, with nothing done', () => {
    const batch = createBatch(
      {
        ...source,
        hostRules: {
          size: 1,
          begin: () => undefined,
          turn(numbers) {
            numbers[2]++;
          },
          show(numbers, { observations }) {
            observations[10] = numbers[2] === 2 ? Infinity : 0;
          },
        },
      },
      { instances: 4 },
    );
    batch.reset(0);
    batch.step();
    const before = seen(batch);
    expect(
      refusal(() => {
        batch.step();
      }),
    ).toMatchObject({
      code: 'not-finite',
      culprit: 'angle of block cart',
      message:
        'edict: instance 2: in environment cart-pole angle of block cart is Infinity for agent 0, by the rules of the host; what agents are given is finite and less than 3.4e38, so let show keep it in bounds',
    });
    expect(seen(batch)).toEqual(before);
  });

  it('leave all as it was where an episode cannot begin or be shown', () => {
    let fault = '';
    let begun = 0;
    const batch = createBatch(
      {
        ...source,
        hostRules: {
          size: 1,
          turn: (numbers) => {
            numbers[0]++;
          },
          begin(numbers, at) {
            begun++;
            if (fault === 'begin' && begun === 3) throw new Error('the cart is away');
            numbers[at] = begun;
          },
          show(numbers, { observations }) {
            for (let i = 0; i < numbers.length; i++)
              observations[i * 4] = fault === 'show' && begun === 4 && i === 2 && numbers[i] === 3 ? NaN : numbers[i];
          },
        },
      },
      { instances: 4 },
    );
    batch.reset(1);
    batch.step();
    const before = seen(batch);
    const positions = Array.from(
      batch.observations.filter((_, i) => i % 4 === 0),
      (position, i) => (i === 0 ? position + 1 : position),
    );
    for (fault of ['begin', 'show']) {
      begun = 0;
      expect(() => {
        batch.reset(5);
      }).toThrow(
        fault === 'begin'
          ? 'the cart is away'
          : /^edict: instance 2: in environment cart-pole position of block cart is NaN/,
      );
      expect(seen(batch)).toEqual(before);
    }
    fault = '';
    batch.step();
    expect([...batch.turns]).toEqual([2, 2, 2, 2]);
    expect(Array.from(batch.observations.filter((_, i) => i % 4 === 0))).toEqual(positions);
  });

  it('are told of the instance where nothing can be shown at first either', () => {
    const batch = createBatch(
      {
        ...source,
        hostRules: {
          size: 1,
          begin: () => undefined,
          turn: () => undefined,
          show(numbers, { observations }) {
            if (numbers.length > 1) observations[9] = NaN;
          },
        },
      },
      { instances: 4 },
    );
    expect(
      refusal(() => {
        batch.reset(0);
      }).message,
    ).toMatch(/^edict: instance 2: in environment cart-pole speed of block cart is NaN/);
  });

  it('can be wrong in what they say once, and go on', () => {
    // What is said only now and then is not said again when the step is taken back.
    const batch = createBatch(
      {
        ...source,
        hostRules: {
          size: 1,
          begin: () => undefined,
          turn(numbers, actions) {
            numbers[1] = actions[1];
          },
          show(numbers, { observations }) {
            if (numbers[1] === 2) observations[4] = NaN;
          },
        },
      },
      { instances: 2 },
    );
    batch.reset(0);
    const before = seen(batch);
    batch.actions[1] = 2;
    expect(
      refusal(() => {
        batch.step();
      }).message,
    ).toContain('instance 1: in environment cart-pole position of block cart is NaN');
    expect(seen(batch)).toEqual(before);
    batch.actions[1] = 1;
    batch.step();
    expect([...batch.turns]).toEqual([1, 1]);
  });

  it('are named where a map, a reward or who lives is at fault', () => {
    const said = (show: HostRules['show']): string =>
      refusal(() => {
        const batch = createBatch({
          ...source,
          hostRules: {
            size: 1,
            begin: () => undefined,
            turn: (numbers) => {
              numbers[0]++;
            },
            show,
          },
        });
        batch.reset(0);
        batch.step();
      }).message;
    expect(
      said((_, { observations }) => {
        observations[0] = NaN;
      }),
    ).toMatch(/^edict: no episode can begin on map 0: in environment cart-pole position of block cart is NaN/);
    expect(
      said((_, { live }) => {
        live[0] = 0;
      }),
    ).toBe(
      'edict: no episode can begin on map 0: none of the 1 agents lives when an episode begins, by the rules of the host; let show say that somebody does',
    );
    expect(
      said((_, { terminated }) => {
        terminated[0] = 1;
      }),
    ).toBe(
      'edict: no episode can begin on map 0: the episode is over when it begins, by the rules of the host; let show say so later',
    );
    expect(
      said((numbers, { rewards }) => {
        rewards[0] = 1 / (1 - numbers[0]);
      }),
    ).toBe(
      'edict: instance 0: the reward of agent 0 is Infinity, by the rules of the host; what agents are given is finite and less than 3.4e38, so let show keep it in bounds',
    );
  });

  it('let agents that do not live see nothing and do nothing', () => {
    const batch = createBatch(
      {
        ...source,
        hostRules: {
          size: 1,
          begin: () => undefined,
          turn(numbers) {
            numbers[1]++;
          },
          show(numbers, { observations, live, masks }) {
            observations.fill(1);
            live[1] = numbers[1] === 1 ? 0 : 1;
            masks[2] = 0;
          },
        },
      },
      { instances: 2 },
    );
    batch.reset(0);
    expect(Array.from(batch.actionMask)).toEqual([1, 1, 0, 1, 1, 1]);
    batch.step();
    expect(
      [batch.observations, batch.actionMask, batch.live, batch.terminated].map((view) => Array.from(view)),
    ).toEqual([
      [1, 1, 1, 1, 0, 0, 0, 0],
      [1, 1, 0, 1, 0, 0],
      [1, 0],
      [0, 1],
    ]);
  });

  it('are refused where they are none, or not the only ones', () => {
    const refused = (more: object): string => refusal(() => createBatch({ ...source, ...more })).message;
    expect(refused({ hostRules: 3 })).toBe(
      'edict: hostRules of the source is 3; give an object with size, begin, turn and show',
    );
    expect(refused({ hostRules: { ...rules, size: 0 } })).toContain(
      'size of hostRules is 0; give a whole number from 1',
    );
    expect(refused({ hostRules: { ...rules, turn: undefined } })).toBe(
      'edict: turn of hostRules is undefined; give a function',
    );
    expect(refused({ hostRules: { ...rules, prefer: 1 } })).toBe(
      'edict: prefer of hostRules is 1; give a function, or leave it out',
    );
    expect(refused({ systems: [{ name: 'wind', phase: 'host', run: () => undefined }] })).toBe(
      'edict: the source has hostRules, and has systems too, which would never run; take one of them away',
    );
    const galaxy = openEnvironment('galaxy-small');
    expect(refusal(() => createBatch({ ...galaxy, hostRules: rules } as never)).message).toContain(
      'the source has hostRules, and its content has rules too, which would never run',
    );
  });
});

function fail(): never {
  throw new Error('the cart has no rules of the host');
}
