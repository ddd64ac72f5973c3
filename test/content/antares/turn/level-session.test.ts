import { describe, expect, it } from 'vitest';
import type { TriggerEvent } from '../../../../src/world/events-api.js';
import type { Policy } from '../../../../src/content/antares/syntax.js';
import { type LevelOptions, type LevelSession, openLevel } from '../../../../src/content/antares/turn/level-session.js';
import { refusedWith } from '../../../support/errors.js';
import { type Plain, always, levelOf, loadPlain } from '../../../support/level-values.js';

/** The plain level with these conditions. */
function sessionOf(
  conditions: readonly Plain[],
  {
    policy = 'sound',
    sections,
    ...options
  }: LevelOptions & { readonly policy?: Policy; readonly sections?: { readonly [section: string]: Plain } } = {},
): LevelSession {
  return openLevel(levelOf(loadPlain(conditions, policy, sections)), policy, options);
}

const score = (which = 0, value = 1): Plain => ({ type: 'score', counter: { player: 0, which }, value });
/** Fires in every sweep. */
const ever: Plain = { persistent: true, when: always, action: [score()] };
const firesOf = (session: LevelSession): readonly number[] =>
  session.result().events.flatMap((event) => (event[0] === 'fire' ? [event[1]] : []));

describe('the steps of a level', () => {
  it('begin with a sweep, and have one every 90 ticks', () => {
    const session = sessionOf([ever]);
    expect(session.hasBegun).toBe(false);
    session.run(200);
    expect({ time: session.time, hasBegun: session.hasBegun, fires: firesOf(session) }).toEqual({
      time: 200,
      hasBegun: true,
      fires: [0, 90, 180],
    });
    expect(session.result()).toMatchObject({
      scores: [
        [3, 0, 0],
        [0, 0, 0],
      ],
      winner: null,
      over: null,
      enabledAtEnd: [0],
      delayed: 0,
    });
  });

  it('are of three ticks in setup, whose sweeps count from its beginning', () => {
    const session = sessionOf([{ persistent: true, when: { type: 'time', op: 'ge', duration: '-9h' }, action: [] }], {
      sections: { start_time: '2s' },
    });
    expect(session.time).toBe(-120);
    session.step();
    expect(session.time).toBe(-117);
    session.run(90);
    expect(firesOf(session)).toEqual([-30, 0, 90]);
  });

  it('sweep twice at 0 where setup ends with a sweep', () => {
    const session = sessionOf([{ persistent: true, when: { type: 'time', op: 'ge', duration: '-9h' }, action: [] }], {
      sections: { start_time: '3s' },
    });
    session.run(0);
    expect(firesOf(session)).toEqual([-90, 0, 0]);
  });

  it('give back what happened in them', () => {
    const session = sessionOf([ever]);
    expect(session.step()).toEqual([
      ['fire', 0, 0, 1],
      ['act', 0, 'score', -1, -1],
    ]);
    expect(session.step()).toEqual([]);
  });

  it('look at delays every third tick, before the sweep', () => {
    const session = sessionOf([{ when: always, action: [{ type: 'delay', duration: '88t' }, score()] }, ever]);
    session.run(90);
    expect(session.result().events.slice(-3)).toEqual([
      ['act', 90, 'score', -1, -1],
      ['fire', 90, 1, 1],
      ['act', 90, 'score', -1, -1],
    ]);
    expect(session.result().delayed).toBe(0);
  });
});

describe('what the host says', () => {
  const near: Plain = {
    persistent: true,
    when: { type: 'distance', op: 'eq', from: { initial: 1 }, to: { initial: 2 }, value: 0 },
    action: [],
  };
  const together = { 'initial.1.position': [0, 0], 'initial.2.position': [0, 0] };

  it.each([
    ['tick', { t: 90, phase: 'tick' }, [90, 180]],
    ['sweep', { t: 90, phase: 'sweep' }, [90, 180]],
    ['late', { t: 90, phase: 'late' }, [180]],
    ['late, with a sweep', { t: 90, phase: 'late', sweep: true }, [90, 180]],
    ['late, between sweeps', { t: 100, phase: 'late', sweep: true }, [100, 180]],
    ['front', { t: 0, phase: 'front' }, [0, 90, 180]],
    ['late at the beginning', { t: 0, phase: 'late' }, [90, 180]],
  ] as const)('in phase %s is seen from then on', (_what, entry, fires) => {
    const session = sessionOf([near]);
    session.run(180, [{ ...entry, set: together }]);
    expect(firesOf(session)).toEqual(fires);
  });

  it('in phase tick is seen by delays of that step, in phase sweep is not', () => {
    const enabling: Plain = {
      when: always,
      action: [
        { type: 'delay', duration: '3t' },
        { type: 'win', override: { direct: { initial: 1 } } },
      ],
    };
    for (const [phase, winner] of [
      ['tick', 0],
      ['sweep', 1],
    ] as const) {
      const session = sessionOf([enabling]);
      session.run(3, [{ t: 3, phase, set: { 'initial.1.owner': 0 } }]);
      expect(session.result().winner, phase).toBe(winner);
    }
  });

  it('may be said between steps', () => {
    const session = sessionOf([near]);
    session.run(10);
    session.set(together);
    session.sweep();
    expect(firesOf(session)).toEqual([10]);
  });

  it('must be a fact', () => {
    expect(() => {
      sessionOf([]).set({ 'initial.1.heath': 3 });
    }).toThrow(/no fact `initial\.1\.heath`; did you mean `initial\.1\.health`/);
  });
});

describe('bodies that are gone', () => {
  it('are freed when the next step begins, and events still know them', () => {
    const gone: Plain = {
      subject: { initial: 2 },
      when: always,
      action: [{ type: 'remove' }, { type: 'group', of: [{ type: 'delay', duration: '3t' }, score()] }, score(1)],
    };
    const session = sessionOf([gone]);
    const size = (): number => session.world.size;
    const before = size();
    session.step();
    expect(size()).toBe(before);
    session.step();
    expect(size()).toBe(before - 1);
    session.run(9);
    // What was delayed has lost its roles.
    expect(session.result().events).toEqual([
      ['fire', 0, 0, 1],
      ['act', 0, 'remove', 2, 2],
      ['act', 0, 'group', 2, 2],
      ['act', 0, 'delay', 2, 2],
      ['dropped', 3, expect.any(String)],
    ]);
  });

  it('are still told of by lists around that began with them', () => {
    const revealing: Plain = {
      subject: { initial: 2 },
      when: always,
      action: [
        {
          type: 'group',
          override: { subject: { initial: 3 }, direct: { initial: 3 } },
          of: [
            { type: 'remove', override: { direct: { initial: 2 } } },
            { type: 'delay', duration: '6t' },
          ],
        },
        score(),
      ],
    };
    const session = sessionOf([revealing]);
    session.run(9);
    expect(session.result().events.at(-1)).toEqual(['act', 6, 'score', 2, 2]);
  });

  it('may be said to be gone by the host', () => {
    const session = sessionOf([
      { when: { type: 'destroyed', op: 'eq', object: { initial: 2 }, value: true }, action: [] },
    ]);
    session.run(91, [{ t: 89, phase: 'tick', set: { 'initial.2.exists': false } }]);
    expect(firesOf(session)).toEqual([90]);
    expect(session.world.find('initial 2')).toBeUndefined();
  });
});

describe('rules that stop a level', () => {
  const endless: Plain = { persistent: true, when: always, action: [{ type: 'check' }] };

  it('leave what was done, and say why', () => {
    const session = sessionOf([ever, endless]);
    session.run(500);
    expect(session.isStopped).toBe(true);
    expect(session.result()).toMatchObject({ time: 0, error: { code: 'sweep-depth', cycle: [1] } });
    expect(session.result().events.slice(0, 5)).toEqual([
      ['fire', 0, 0, 1],
      ['act', 0, 'score', -1, -1],
      ['fire', 0, 1, 1],
      ['act', 0, 'check', -1, -1],
      ['fire', 0, 0, 2],
    ]);
  });

  it('let it not go on', () => {
    const session = sessionOf([endless]);
    session.run(0);
    expect(refusedWith(() => session.step())).toBe('level-stopped');
    expect(
      refusedWith(() => {
        session.sweep();
      }),
    ).toBe('level-stopped');
    session.run(100);
    expect(session.time).toBe(0);
  });

  it('differ by policy', () => {
    const healing: Plain = { when: always, action: [{ type: 'heal', value: 1 }, score()] };
    const [compat, sound] = (['compat', 'sound'] as const).map((policy) => {
      const session = sessionOf([healing], { policy });
      session.run(0);
      return session.result();
    });
    expect(compat.error?.code).toBe('null-direct');
    expect(sound).toMatchObject({
      scores: [
        [1, 0, 0],
        [0, 0, 0],
      ],
      events: [
        ['fire', 0, 0, 1],
        ['act', 0, 'heal', -1, -1],
        ['skip', 0, 'heal', expect.any(String)],
        ['act', 0, 'score', -1, -1],
      ],
    });
  });
});

describe('listeners', () => {
  it('hear what actions say, with handles of bodies', () => {
    const heard: TriggerEvent[] = [];
    const session = sessionOf(
      [{ subject: { initial: 1 }, when: always, action: [{ type: 'thrust', value: { float: 1.5 } }] }],
      { listen: (event) => void heard.push(event), record: false },
    );
    session.run(0);
    const ship = session.world.find('initial 1');
    expect(heard).toMatchObject([
      { kind: 'fire', trigger: 0 },
      { kind: 'act', action: 'thrust', subject: ship, direct: ship, fields: { value: 1.5 } },
    ]);
    expect(session.result().events).toEqual([]);
  });
});

describe('snapshots', () => {
  it('keep what is delayed, who is gone and what the host named', () => {
    const level: Plain = {
      subject: { initial: 2 },
      when: always,
      action: [
        {
          type: 'group',
          override: { subject: { initial: 3 }, direct: { initial: 3 } },
          of: [
            { type: 'remove', override: { direct: { initial: 2 } } },
            { type: 'delay', duration: '30t' },
          ],
        },
        score(),
      ],
    };
    const session = sessionOf([level, ever]);
    session.run(10);
    session.set({ 'player.0.target': 'x1' });
    const snapshot = session.snapshot();
    session.run(200);
    const expected = session.result();
    const hash = session.world.hash();
    session.restore(snapshot);
    expect({ time: session.time, events: session.result().events.length }).toEqual({ time: 10, events: 6 });
    session.set({ 'player.0.target': 'x1' });
    session.run(200);
    expect(session.result()).toEqual(expected);
    expect(session.world.hash()).toBe(hash);
  });

  it('bring a level back that has stopped', () => {
    const session = sessionOf([
      { persistent: true, when: { type: 'time', op: 'ge', duration: '1.5s' }, action: [{ type: 'check' }] },
    ]);
    session.run(10);
    const snapshot = session.snapshot();
    session.run(100);
    expect(session.isStopped).toBe(true);
    session.restore(snapshot);
    expect({ stopped: session.isStopped, begun: session.hasBegun, time: session.time }).toEqual({
      stopped: false,
      begun: true,
      time: 10,
    });
  });
});

it('plays a level without conditions', () => {
  const session = sessionOf([]);
  session.run(100);
  expect(session.result()).toEqual({
    time: 100,
    events: [],
    scores: [
      [0, 0, 0],
      [0, 0, 0],
    ],
    cash: [1_280_000, 0],
    winner: null,
    over: null,
    enabledAtEnd: [],
    delayed: 0,
  });
});
