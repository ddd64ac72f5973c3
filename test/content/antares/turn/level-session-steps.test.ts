import { describe, expect, it } from 'vitest';
import {
  type LevelOptions,
  type LevelSession,
  type LevelSnapshot,
  openLevel,
} from '../../../../src/content/antares/turn/level-session.js';
import { refusedWith } from '../../../support/errors.js';
import { type Plain, always, levelOf, loadPlain } from '../../../support/level-values.js';

/** What a host may rely on at the borders of steps. */

function sessionOf(
  conditions: readonly Plain[],
  sections: { readonly [section: string]: Plain } = {},
  options: LevelOptions = {},
): LevelSession {
  return openLevel(levelOf(loadPlain(conditions, 'sound', sections)), 'sound', options);
}

const score = (which = 0): Plain => ({ type: 'score', counter: { player: 0, which }, value: 1 });
/** Fires in every sweep. */
const ever: Plain = { persistent: true, when: { type: 'time', op: 'ge', duration: '-9h' }, action: [score()] };
const firesOf = (session: LevelSession): readonly number[] =>
  session.result().events.flatMap((event) => (event[0] === 'fire' ? [event[1]] : []));
const remembered = (session: LevelSession): number => session.snapshot().freed.numbers.size;

describe('a snapshot that is taken as an event is told', () => {
  /** A session, and how it was as its first event was told. */
  function heard(
    conditions: readonly Plain[],
    play: (session: LevelSession) => unknown,
  ): { readonly session: LevelSession; readonly snapshot: LevelSnapshot } {
    let snapshot: LevelSnapshot | undefined;
    const session = sessionOf(
      conditions,
      {},
      {
        listen: () => {
          snapshot ??= session.snapshot();
        },
      },
    );
    play(session);
    if (snapshot === undefined) throw new Error('nothing was told');
    return { session, snapshot };
  }
  const step = (session: LevelSession): unknown =>
    session.step([{ phase: 'late', set: { 'player.0.ships': 7 }, sweep: true }]);

  it('has the next step finish its step first, with what the host had said in it', () => {
    const { session, snapshot } = heard([ever], step);
    const [expected, hash] = [session.result(), session.world.hash()];
    session.restore(snapshot);
    expect(session.world.triggers.isPaused).toBe(true);
    expect(session.step()).toEqual([
      ['act', 0, 'score', -1, -1],
      ['fire', 0, 0, 1],
      ['act', 0, 'score', -1, -1],
    ]);
    expect(session.time).toBe(1);
    session.restore(snapshot);
    session.run(0);
    expect(session.result()).toEqual(expected);
    expect(session.world.hash()).toBe(hash);
  });

  it('has a run finish it, also one to a time that has come already', () => {
    const { session, snapshot } = heard([ever], step);
    session.restore(snapshot);
    session.run(-5);
    expect({ isPaused: session.world.triggers.isPaused, fires: firesOf(session) }).toEqual({
      isPaused: false,
      fires: [0, 0],
    });
  });

  it('has facts and sweeps come after it', () => {
    const { session, snapshot } = heard([ever], step);
    session.restore(snapshot);
    session.set({ 'player.0.score': [0, 0, 0] });
    expect(session.result().scores[0]).toEqual([0, 0, 0]);
    session.restore(snapshot);
    expect(session.sweep()).toHaveLength(5);
    expect(session.result().scores[0]).toEqual([3, 0, 0]);
  });

  it('may be of a sweep outside of steps', () => {
    const { session, snapshot } = heard([ever], (each) => each.sweep());
    session.restore(snapshot);
    session.run(-1);
    expect(session.result().scores[0]).toEqual([1, 0, 0]);
  });

  it('may end in a rule that stops the level', () => {
    const { session, snapshot } = heard([{ persistent: true, when: always, action: [{ type: 'check' }] }], (each) =>
      each.step(),
    );
    const expected = session.result();
    session.restore(snapshot);
    expect(session.isStopped).toBe(false);
    session.step();
    expect(session.result()).toEqual(expected);
    expect(session.hasBegun).toBe(true);
  });

  it('is not put back, and no step is done, as an event is told', () => {
    const refused: string[] = [];
    const session = sessionOf(
      [{ when: always, action: [] }],
      {},
      {
        listen: () => {
          refused.push(
            refusedWith(() => session.step()),
            refusedWith(() => {
              session.run(5);
            }),
            refusedWith(() => session.sweep()),
            refusedWith(() => {
              session.restore(session.snapshot());
            }),
          );
        },
      },
    );
    session.run(3);
    expect(refused).toEqual(['polling', 'polling', 'polling', 'polling']);
    expect(session.time).toBe(3);
  });
});

describe('what is given back', () => {
  it('stays as it is', () => {
    const session = sessionOf([ever]);
    const first = session.step();
    const swept = session.sweep();
    const copies = [[...first], [...swept]];
    session.sweep();
    session.step();
    expect([first, swept]).toEqual(copies);
    expect(swept).toEqual([
      ['fire', 0, 0, 1],
      ['act', 0, 'score', -1, -1],
    ]);
  });
});

describe('what the host says in a phase that a step has not', () => {
  it.each([
    [
      'front, in setup',
      '2s',
      0,
      'front',
      /the step to time -117 \(setup\) has no phase front; use tick or sweep or late/,
    ],
    [
      'tick, at the beginning',
      '2s',
      40,
      'tick',
      /the step to time 0 \(beginning\) has no phase tick; use front or late/,
    ],
    [
      'front, in play',
      undefined,
      1,
      'front',
      /the step to time 1 \(play\) has no phase front; use tick or sweep or late/,
    ],
  ] as const)('is refused: %s', (_what, start, steps, phase, message) => {
    const session = sessionOf([ever], start === undefined ? {} : { start_time: start });
    for (let i = 0; i < steps; i++) session.step();
    const hash = session.world.hash();
    expect(() => session.step([{ phase, set: { 'player.0.ships': 3 } }])).toThrow(message);
    expect(session.world.hash()).toBe(hash);
  });

  it('is not late as setup ends', () => {
    const session = sessionOf([ever], { start_time: '1s' });
    for (let i = 0; i < 20; i++)
      session.step(session.time === -3 ? [{ phase: 'late', set: { 'player.0.score': [9, 0, 0] }, sweep: true }] : []);
    expect({
      time: session.time,
      hasBegun: session.hasBegun,
      fires: firesOf(session),
      scores: session.result().scores[0],
    }).toEqual({ time: 0, hasBegun: false, fires: [0], scores: [10, 0, 0] });
  });

  it('is not in the way of a run, whose time 0 is of two steps', () => {
    const session = sessionOf([ever], { start_time: '3s' });
    session.run(0, [
      { t: 0, phase: 'tick', set: { 'player.0.score': [9, 0, 0] } },
      { t: 0, phase: 'late', sweep: true },
    ]);
    expect(firesOf(session)).toEqual([-90, 0, 0, 0]);
    expect(session.result().scores[0]).toEqual([12, 0, 0]);
  });
});

describe('a fact that cannot be', () => {
  const good = { 'player.0.ships': 3, 'player.0.target': 'x1' };

  it.each([
    ['tick', { phase: 'tick', set: { ...good, 'initial.1.heath': 3 } }],
    ['late', { phase: 'late', set: { ...good, 'initial.1.health': 'much' } }],
    ['of nobody', { phase: 'late', set: { ...good, 'initial.3.position': 3 } }],
  ] as const)('leaves all as it was before the step: %s', (_what, entry) => {
    const session = sessionOf([ever]);
    session.step();
    const hash = session.world.hash();
    expect(refusedWith(() => session.step([{ phase: 'tick', set: good }, entry]))).toBe('bad-fact');
    expect({ hash: session.world.hash(), time: session.time }).toEqual({ hash, time: 0 });
  });

  it('leaves all as it was, said between steps', () => {
    const session = sessionOf([ever]);
    const hash = session.world.hash();
    expect(
      refusedWith(() => {
        session.set({ ...good, 'ui.zoom': 'near' });
      }),
    ).toBe('bad-fact');
    expect(session.world.hash()).toBe(hash);
  });
});

it.each([Number.NaN, Infinity, 1.5])('does not run to %s', (until) => {
  const session = sessionOf([ever]);
  expect(
    refusedWith(() => {
      session.run(until);
    }),
  ).toBe('bad-option');
  expect(session.hasBegun).toBe(false);
});

it('remembers who is gone only as long as what is delayed may name them', () => {
  const removing: Plain = { subject: { initial: 2 }, when: always, action: [{ type: 'remove' }] };
  const waiting: Plain = { when: always, action: [{ type: 'delay', duration: '30t' }] };
  const quick = sessionOf([removing]);
  quick.run(1);
  expect([quick.world.find('initial 2'), remembered(quick)]).toEqual([undefined, 0]);
  const slow = sessionOf([removing, waiting]);
  slow.run(29);
  expect(remembered(slow)).toBe(1);
  slow.run(31);
  expect(remembered(slow)).toBe(0);
});
