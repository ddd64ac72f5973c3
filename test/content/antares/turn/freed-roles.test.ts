import { describe, expect, test } from 'vitest';
import type { Action, Document, Policy } from '../../../support/level-oracle/document.js';
import { playLevel } from '../../../support/level-oracle/play-level.js';
import { playDocument } from '../../../support/play-document.js';

/**
 * A list that began with a body goes on, because of a delay in a group with other roles, when the body has been freed.
 * The roles still name it, which events show; but a delay ends the run, and it is only in the run that removed it that
 * anything can be read of it. So filters that look at it fail or pass as where there is nobody, and it has no owner and
 * no place.
 */

const [other, witness, gone, station] = [0, 1, 2, 3];
const level: Document['level'] = {
  players: [
    { type: 'human', cash: 51_200 },
    { type: 'cpu', cash: 51_200 },
  ],
  ui: { zoom: 'foe', screen: 'main', line: 1 },
  initials: [
    { base: 'ship', owner: 1, position: [0, 0] },
    { base: 'ship', owner: 1, position: [1, 1] },
    { base: 'ship', owner: 0, position: [7, 9] },
    { base: 'station', owner: 1, position: [3, 3] },
  ],
  bases: {
    ship: {
      maxHealth: 4,
      maxSpeed: 2.5,
      attributes: ['can_engage', 'can_accept_destination', 'hated'],
      tags: { armed: true },
    },
    station: {
      maxHealth: 4,
      maxSpeed: 0,
      destination: true,
      occupyCount: 2,
      attributes: ['is_destination', 'neutral_death', 'hated'],
      tags: {},
    },
  },
};

/**
 * Actions of a list that began with a body as one of its roles, done in the step in which that is removed or,
 * `delayed`, when it has been freed.
 */
function documentOf(policy: Policy, role: 'subject' | 'direct', actions: readonly Action[], delayed = true): Document {
  const wait: readonly Action[] = delayed ? [{ type: 'delay', duration: '3t' }, { type: 'flash' }] : [];
  const leaving: Action = {
    type: 'group',
    override: { subject: { initial: other }, direct: { initial: other } },
    of: [{ type: 'remove', override: { direct: { initial: gone } } }, ...wait],
  };
  return {
    policy,
    until: 12,
    level,
    host: [],
    conditions: [
      { when: { type: 'time', op: 'ge', duration: '0s' }, [role]: { initial: gone }, action: [leaving, ...actions] },
    ],
  };
}

const policies = ['compat', 'sound'] as const;
const score: Action = { type: 'score', counter: { player: 0, which: 1 }, value: 1 };
const ways = [
  ['plainly', playLevel],
  ['by the interpreter', (document: Document) => playDocument(document, 'reference')],
  ['compiled', (document: Document) => playDocument(document, 'compiled')],
] as const;

describe.each(ways)('a role that has been freed, played %s', (_way, play) => {
  test.each<[string, NonNullable<Action['if']>, boolean, boolean]>([
    ['an attribute', { attributes: { can_engage: true } }, true, false],
    ['a tag', { tags: { armed: true } }, true, false],
    ['no such tag', { tags: { old: false } }, true, false],
    ['nothing of it', { attributes: { can_engage: null }, tags: { armed: null } }, true, true],
    // Of another owner than the witness.
    ['the same owner', { owner: 'same' }, false, true],
    ['a different owner', { owner: 'different' }, true, true],
  ])('under a filter that asks for %s', (_what, filter, passesBefore, passesAfter) => {
    const asked: Action = { type: 'fire', if: filter, override: { subject: { initial: witness } } };
    for (const policy of policies) {
      for (const [delayed, passes] of [
        [false, passesBefore],
        [true, passesAfter],
      ] as const) {
        const acts = play(documentOf(policy, 'direct', [asked], delayed)).events.filter(
          ([, , type]) => type === 'fire',
        );
        expect(acts).toEqual(passes ? [['act', delayed ? 3 : 0, 'fire', witness, gone]] : []);
      }
    }
  });

  test('has no owner to score, be paid or win', () => {
    const actions: readonly Action[] = [
      { type: 'score', counter: { which: 0 }, value: 1 },
      { type: 'pay', value: 1 },
      { type: 'win' },
    ];
    for (const policy of policies) {
      expect(play(documentOf(policy, 'direct', actions, false))).toMatchObject({
        scores: [
          [1, 0, 0],
          [0, 0, 0],
        ],
        cash: [102_400, 51_200],
        winner: 0,
        over: 180,
      });
      expect(play(documentOf(policy, 'direct', actions))).toMatchObject({
        scores: [
          [0, 0, 0],
          [0, 0, 0],
        ],
        cash: [51_200, 51_200],
        winner: null,
        over: 3,
      });
    }
  });

  test('has no owner to capture or occupy, no place, and faces nowhere', () => {
    const onto = (slot: number, action: Action): Action => ({ ...action, override: { direct: { initial: slot } } });
    const actions = [
      onto(other, { type: 'capture' }),
      onto(station, { type: 'occupy', value: 2 }),
      onto(witness, { type: 'move', origin: 'subject', to: { x: 1, y: 1 } }),
      onto(witness, { type: 'push', value: 2 }),
    ];
    for (const policy of policies) {
      const [before, after] = [false, true].map(
        (delayed) => play(documentOf(policy, 'subject', actions, delayed)).standing.bodies,
      );
      expect([other, station].map((slot) => before?.[slot]?.owner)).toEqual([0, 0]);
      expect(before?.[witness]).toMatchObject({ place: [8, 10], velocity: [0, 512] });
      expect([other, station].map((slot) => after?.[slot]?.owner)).toEqual([-1, 1]);
      expect(after?.[station]?.occupation).toEqual([0, 0]);
      expect(after?.[witness]).toMatchObject({ place: [1, 1], velocity: [0, 0] });
    }
  });

  test('is still a direct object, to which nothing happens', () => {
    const actions = ['destroy', 'remove', 'age', 'stop'].map((type): Action => ({ type }));
    for (const policy of policies) {
      const outcome = play(documentOf(policy, 'direct', [...actions, score]));
      expect(outcome).toMatchObject({
        diagnostics: [],
        scores: [
          [0, 1, 0],
          [0, 0, 0],
        ],
      });
      expect(outcome.error).toBeUndefined();
      expect(outcome.events.slice(-5)).toEqual([...actions, score].map(({ type }) => ['act', 3, type, -1, gone]));
    }
  });

  test('is what a slot may come to name, where nothing is then', () => {
    for (const policy of policies)
      expect(
        play(documentOf(policy, 'direct', [{ type: 'assume', which: witness }])).standing.bodies[witness],
      ).toBeNull();
  });

  test('drops what its list delays again, and nothing is delayed by an action that a filter skips', () => {
    const again = (filter: Action['if']): Document =>
      documentOf('sound', 'direct', [{ type: 'delay', duration: '3t', if: filter ?? null }, score]);
    const dropped = play(again(null));
    expect(dropped.events.at(-1)).toEqual(['act', 3, 'delay', -1, gone]);
    expect(dropped.diagnostics.map((event) => event.slice(0, 2))).toEqual([['dropped', 6]]);
    expect(dropped.scores).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    const skipped = play(again({ attributes: { can_engage: true } }));
    expect(skipped.events.at(-1)).toEqual(['act', 3, 'score', -1, gone]);
    expect(skipped.diagnostics).toEqual([]);
    expect(skipped.scores).toEqual([
      [0, 1, 0],
      [0, 0, 0],
    ]);
  });
});
