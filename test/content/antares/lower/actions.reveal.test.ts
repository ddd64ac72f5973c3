import { describe, expect, test } from 'vitest';
import { type Plain, always } from '../../../support/level-values.js';
import { bases, by, initials, played, stageOf } from './action-stage.js';

const reveal = (...initial: readonly number[]): Plain => ({ type: 'reveal', initial });
const remove = { type: 'remove' };

/** The initials with one more, which has number 6. */
const withOne = (initial: { readonly [field: string]: Plain }) => ({ initials: [...initials, initial] });

describe('reveal', () => {
  test('makes the body of a hidden initial', () => {
    const stage = played([{ action: [reveal(5)] }]);
    expect([
      stage.of(5, 'inUse'),
      stage.of(5, 'initial'),
      stage.of(5, 'health'),
      stage.of(5, 'maxHealth'),
      stage.of(5, 'maxSpeed'),
      stage.owner(5),
    ]).toEqual([true, 6, 1000, 1000, 5, 0]);
    expect(stage.position(5)).toEqual([70, 80]);
    expect(stage.session.world.classOf(stage.body(5))).toBe('ship');
    expect(stage.session.world.relations.wordsOf(stage.body(5), 'tags')).toEqual(['armed']);
    expect([stage.has(5, 'hated'), stage.has(5, 'is_destination')]).toEqual([true, false]);
  });

  test('lets it be under way to what its initial says, without a target for its player', () => {
    const stage = played([{ action: [reveal(5)] }]);
    expect(stage.of(5, 'destination')).toBe(stage.body(2));
    expect(stage.player(0, 'target')).toBe(null);
  });

  test.each([
    ['is gone', [{ direct: by(2), action: [remove, reveal(5)] }], {}],
    [
      'is itself',
      [{ action: [reveal(6)] }],
      withOne({ base: 'ship', owner: 0, position: [0, 0], hidden: true, target: 6 }),
    ],
    [
      'is for a body that cannot be under way',
      [{ action: [reveal(6)] }],
      withOne({ base: 'drone', owner: 0, position: [0, 0], hidden: true, target: 2 }),
    ],
    [
      "is for nobody's body",
      [{ action: [reveal(6)] }],
      withOne({ base: 'ship', position: [0, 0], hidden: true, target: 2 }),
    ],
  ])('to nowhere where that %s', (_name, scripts, sections) => {
    const stage = played(scripts, { sections });
    expect(stage.of('initials' in sections ? 6 : 5, 'destination')).toBe(null);
  });

  test('has the health and the velocity of its initial', () => {
    const stage = played([{ action: [reveal(6)] }], {
      sections: withOne({ base: 'ship', position: [0, 0], hidden: true, health: 7, velocity: [1.5, -0.25] }),
    });
    expect([stage.of(6, 'health'), stage.of(6, 'velocityX'), stage.of(6, 'velocityY'), stage.owner(6)]).toEqual([
      7, 1.5, -0.25, -1,
    ]);
  });

  test('leaves what is there', () => {
    const stage = stageOf([{ action: [{ type: 'heal', value: -1, override: { direct: by(1) } }, reveal(1, 1)] }]);
    const before = stage.body(1);
    stage.session.run(0);
    expect([stage.body(1), stage.of(1, 'health')]).toEqual([before, 999]);
  });

  test('makes another body of what was removed; roles still name the old one', () => {
    const stage = stageOf([
      {
        direct: by(1),
        action: [remove, reveal(1, 1), { type: 'stop' }, { type: 'stop', override: { direct: by(1) } }],
      },
    ]);
    const before = stage.body(1);
    stage.session.run(0);
    expect(stage.body(1)).not.toBe(before);
    expect([stage.session.world.get(before, 'inUse'), stage.of(1, 'inUse')]).toEqual([false, true]);
    expect(stage.session.world.query({ kind: 'body' })).toHaveLength(6);
  });

  test('one after the other, so that one may be under way to another', () => {
    const sections = withOne({ base: 'ship', owner: 1, position: [0, 0], hidden: true, target: 5 });
    const stage = played([{ action: [reveal(5, 6)] }], { sections });
    expect(stage.of(6, 'destination')).toBe(stage.body(5));
    expect(played([{ action: [reveal(6, 5)] }], { sections }).of(6, 'destination')).toBe(null);
  });

  test('a flagship is that again where its player has none', () => {
    expect(played([{ direct: by(0), action: [remove, reveal(0)] }], { policy: 'sound' }).held(0, 'flagship')).toBe(0);
    const sections = withOne({ base: 'ship', owner: 0, position: [0, 0], hidden: true, flagship: true });
    expect(played([{ action: [reveal(6)] }], { sections }).held(0, 'flagship')).toBe(0);
    expect(
      played([{ action: [reveal(6)] }], {
        sections: withOne({ base: 'ship', owner: 1, position: [0, 0], hidden: true, flagship: true }),
      }).held(1, 'flagship'),
    ).toBe(6);
  });

  test('a removed flagship is one in compat until it is freed', () => {
    const stage = stageOf([{ direct: by(0), action: [remove, reveal(0)] }]);
    const before = stage.body(0);
    stage.session.run(0);
    expect(stage.player(0, 'flagship')).toBe(before);
  });

  test('a place to build at is that of a player who has none', () => {
    const stage = played([{ action: [reveal(6)] }], {
      sections: withOne({ base: 'station', owner: 0, position: [9000, 0], hidden: true, build: ['ship'] }),
    });
    expect(['control', 'target', 'buildAt'].map((column) => stage.held(0, column))).toEqual([6, 6, 6]);
  });

  test('a destination that builds nothing is none of that', () => {
    const stage = played([{ action: [reveal(6)] }], {
      sections: withOne({ base: 'depot', owner: 0, position: [9000, 0], hidden: true }),
    });
    expect(['control', 'target', 'buildAt'].map((column) => stage.held(0, column))).toEqual([-1, -1, -1]);
  });

  test('initials that there are not mean nothing in compat', () => {
    const stage = played([{ action: [reveal(99, -1), reveal(-5, 5)] }]);
    expect([stage.acts(), stage.of(5, 'inUse')]).toEqual([['reveal -1 -1', 'reveal -1 -1'], true]);
  });

  test('a hundred bodies come where there was room for none', () => {
    const many = Array.from({ length: 100 }, (_, i) => ({ base: 'ship', owner: 0, position: [i, i], hidden: true }));
    const stage = played([{ action: [reveal(...many.map((_, i) => i))] }], { sections: { initials: many } });
    expect(stage.session.world.query({ kind: 'body' })).toHaveLength(100);
  });
});

describe('assume', () => {
  const assume = (which: number): Plain => ({ type: 'assume', which });
  const add = (value: number): Plain => ({ type: 'score', counter: { player: 0, which: 0 }, value });

  test('lets an initial stand for the direct object', () => {
    const stage = played([{ direct: by(1), action: [assume(4)] }]);
    expect(stage.body(4)).toBe(stage.body(1));
    expect(stage.of(4, 'initial')).toBe(2);
  });

  test('counts from the first counter of the first player', () => {
    const stage = played([{ direct: by(1), action: [add(3), assume(2)] }]);
    expect(stage.body(5)).toBe(stage.body(1));
  });

  test.each(['compat', 'sound'] as const)('binds nothing else than initials in %s', (policy) => {
    for (const which of [-1, -2, -6, 6, 1000]) {
      const stage = stageOf([{ direct: by(1), action: [assume(which)] }], { policy });
      const before = [0, 1, 2, 3, 4, 5].map((number) => stage.body(number));
      const whole = stage.levelObject();
      stage.session.run(0);
      expect([0, 1, 2, 3, 4, 5].map((number) => stage.body(number))).toEqual(before);
      expect([stage.levelObject(), stage.player(0, 'score 0'), stage.session.result().error]).toEqual([
        whole,
        0,
        undefined,
      ]);
    }
  });

  test('that there is no such initial is worth telling in sound, not in compat', () => {
    const told = (policy: 'compat' | 'sound') =>
      stageEvents([{ direct: by(1), action: [add(90), assume(0), { type: 'stop' }] }], policy);
    expect(told('sound')).toEqual(['fire', 'act', 'act', 'skip', 'act']);
    expect(told('compat')).toEqual(['fire', 'act', 'act', 'act']);
  });

  test('in a level without initials there is nothing to stand for anything', () => {
    const stage = played([{ action: [add(1)] }], { sections: { initials: [], bases } });
    expect(stage.session.result().error).toBe(undefined);
  });

  test('what an initial stands for can be asked for at once', () => {
    const stage = stageOf([{ direct: by(1), action: [assume(4)] }], {
      conditions: [
        { when: { type: 'identity', op: 'eq', a: by(4), b: by(1) }, action: [{ type: 'flash' }] },
        { when: always, action: [reveal(4)] },
      ],
    });
    stage.session.run(0);
    expect(stage.acts()).toEqual(['assume -1 1', 'flash -1 -1', 'reveal -1 -1']);
  });
});

function stageEvents(scripts: Parameters<typeof played>[0], policy: 'compat' | 'sound'): readonly string[] {
  return played(scripts, { policy })
    .session.result()
    .events.map(([kind]) => kind);
}
