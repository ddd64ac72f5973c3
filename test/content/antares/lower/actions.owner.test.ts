import { describe, expect, test } from 'vitest';
import { type Script, bases, by, initials, played, stageOf } from './action-stage.js';

/** Initials with other fields for some of them. */
const changed = (changes: Readonly<Record<number, object>>) =>
  initials.map((initial, number) => ({ ...initial, ...changes[number] }));

describe('capture', () => {
  test.each<[string, Script, number, number]>([
    ['by the player who is named', { direct: by(1), action: [{ type: 'capture', player: 0 }] }, 1, 0],
    [
      'the player who is named goes before the subject',
      { subject: by(1), direct: by(0), action: [{ type: 'capture', player: 0 }] },
      0,
      0,
    ],
    ['by the owner of the subject', { subject: by(0), direct: by(1), action: [{ type: 'capture' }] }, 1, 0],
    ['by an unowned subject', { subject: by(4), direct: by(1), action: [{ type: 'capture' }] }, 1, -1],
    ['by nobody who is named', { subject: by(0), direct: by(1), action: [{ type: 'capture', player: -1 }] }, 1, -1],
    ['without a subject', { direct: by(1), action: [{ type: 'capture' }] }, 1, -1],
    ['by itself', { subject: by(1), action: [{ type: 'capture' }] }, 1, 1],
    ['for a seat where nobody plays', { direct: by(1), action: [{ type: 'capture', player: 3 }] }, 1, -1],
  ])('%s', (_name, script, number, owner) => {
    expect(played([script]).owner(number)).toBe(owner);
  });

  test('without a direct object nothing happens', () => {
    const stage = played([{ action: [{ type: 'capture', player: 0 }] }]);
    expect([0, 1, 2, 3, 4].map((number) => stage.owner(number))).toEqual([0, 1, 1, 1, -1]);
  });

  test('a removed body still has an owner, and can get another', () => {
    expect(played([{ direct: by(1), action: [{ type: 'remove' }, { type: 'capture', player: 0 }] }]).owner(1)).toBe(0);
  });

  test('a destination becomes what a player commands and aims for who has nothing else', () => {
    const stage = played([{ direct: by(3), action: [{ type: 'capture', player: 0 }] }]);
    expect(['control', 'target', 'buildAt'].map((column) => stage.held(0, column))).toEqual([3, 3, -1]);
  });

  test('nothing else does', () => {
    const stage = played([{ direct: by(1), action: [{ type: 'capture', player: 0 }] }]);
    expect(['control', 'target'].map((column) => stage.held(0, column))).toEqual([-1, -1]);
  });

  test('what a player has already stays, where it can be resolved', () => {
    const stage = stageOf([{ direct: by(3), action: [{ type: 'capture', player: 0 }] }]);
    stage.session.set({ 'player.0.control': 0, 'player.0.target': 4 });
    stage.session.run(0);
    expect(['control', 'target'].map((column) => stage.held(0, column))).toEqual([0, 4]);
  });

  test('what another has taken away or is gone does not count', () => {
    const stage = stageOf([
      { direct: by(4), action: [{ type: 'remove' }] },
      { direct: by(3), action: [{ type: 'capture', player: 0 }] },
    ]);
    stage.session.set({ 'player.0.control': 1, 'player.0.target': 4 });
    stage.session.run(0);
    expect(['control', 'target'].map((column) => stage.held(0, column))).toEqual([3, 3]);
  });

  test('a place to build at goes from one player to the other', () => {
    const stage = stageOf([{ direct: by(2), action: [{ type: 'capture', player: 0 }] }]);
    stage.session.set({ 'player.1.building': true });
    expect([stage.held(1, 'buildAt'), stage.player(1, 'building')]).toEqual([2, true]);
    stage.session.run(0);
    expect([
      stage.player(1, 'buildAt'),
      stage.player(1, 'building'),
      stage.held(0, 'buildAt'),
      stage.player(0, 'building'),
    ]).toEqual([null, false, 2, false]);
  });

  test('a player who builds elsewhere goes on there', () => {
    const initialsOfTwo = [...initials, { base: 'depot', owner: 0, position: [0, -5000], build: ['drone'] }];
    const stage = played([{ direct: by(2), action: [{ type: 'capture', player: 0 }] }], {
      sections: { initials: initialsOfTwo },
    });
    expect([stage.held(0, 'buildAt'), stage.held(0, 'control'), stage.player(1, 'buildAt')]).toEqual([6, 6, null]);
  });

  test('but who commands nothing any more commands the new one, and builds there', () => {
    const initialsOfTwo = [...initials, { base: 'depot', owner: 0, position: [0, -5000], build: ['drone'] }];
    const stage = stageOf([{ direct: by(2), action: [{ type: 'capture', player: 0 }] }], {
      sections: { initials: initialsOfTwo },
    });
    stage.session.set({ 'player.0.control': null });
    stage.session.run(0);
    expect([stage.held(0, 'buildAt'), stage.held(0, 'control'), stage.held(0, 'target')]).toEqual([2, 2, 6]);
  });

  test('who has it already does not lose what can be built there', () => {
    const stage = played([{ direct: by(2), action: [{ type: 'capture', player: 1 }] }]);
    expect(stage.held(1, 'buildAt')).toBe(2);
  });

  test('a neutral body gets its attributes back', () => {
    const stage = played([{ direct: by(3), action: [{ type: 'destroy' }, { type: 'capture', player: 0 }] }]);
    expect(stage.session.world.relations.wordsOf(stage.body(3), 'attributes')).toEqual(
      expect.arrayContaining([...bases.station.attributes]),
    );
    expect(stage.owner(3)).toBe(0);
  });
});

describe('occupy', () => {
  const occupied = (...values: readonly number[]) =>
    played([{ subject: by(0), direct: by(3), action: values.map((value) => ({ type: 'occupy', value })) }]);

  test.each([
    ['counts', [3, 1], 1, 4],
    ['captures at the full count', [3, 2], 0, 5],
    ['and beyond it, with the full count', [3, 20], 0, 5],
    ['may count down', [3, -2], 1, 1],
    ['below 0', [-7], 1, -7],
    ['goes on counting for the owner', [5, 2], 0, 7],
    ['counts for the owner do not fall back at the full count', [5, 2, -3], 0, 4],
  ])('%s', (_name, values, owner, count) => {
    const stage = occupied(...values);
    expect([stage.owner(3), stage.of(3, 'occupation 0')]).toEqual([owner, count]);
  });

  test('a capture by another begins all counts again', () => {
    const stage = played([
      {
        subject: by(0),
        direct: by(3),
        action: [
          { type: 'occupy', value: 4 },
          { type: 'capture', player: -1 },
          { type: 'occupy', value: 1 },
        ],
      },
    ]);
    expect([stage.owner(3), stage.of(3, 'occupation 0')]).toEqual([-1, 1]);
  });

  test('and so does its destruction', () => {
    const stage = played([
      {
        subject: by(0),
        direct: by(3),
        action: [{ type: 'occupy', value: 4 }, { type: 'destroy' }, { type: 'occupy', value: 1 }],
      },
    ]);
    expect([stage.owner(3), stage.of(3, 'occupation 0')]).toEqual([-1, 1]);
  });

  test("each player counts alone, and the winner's count is the only one left", () => {
    const stage = played([
      { subject: by(0), direct: by(3), action: [{ type: 'occupy', value: 5 }] },
      {
        subject: by(1),
        direct: by(3),
        action: [
          { type: 'occupy', value: 2 },
          { type: 'occupy', value: 3 },
        ],
      },
    ]);
    expect([stage.owner(3), stage.of(3, 'occupation 0'), stage.of(3, 'occupation 1')]).toEqual([1, 0, 5]);
  });

  test.each([
    ['a destination that does not survive its destruction', { subject: by(0), direct: by(2) }],
    ['a ship', { subject: by(0), direct: by(1) }],
    ['for an unowned subject', { subject: by(4), direct: by(3) }],
    ['for no subject', { direct: by(3) }],
    ['nothing', { subject: null, direct: null }],
  ])('not %s', (_name, roles) => {
    const stage = played([{ ...roles, action: [{ type: 'occupy', value: 50 }] }]);
    expect([1, 2, 3].map((number) => stage.owner(number))).toEqual([1, 1, 1]);
    expect([1, 2, 3].map((number) => stage.of(number, 'occupation 0'))).toEqual([0, 0, 0]);
  });

  test('a base without a count cannot be occupied', () => {
    const { occupyCount: _, ...station } = bases.station;
    const stage = played([{ subject: by(0), direct: by(3), action: [{ type: 'occupy', value: 50 }] }], {
      sections: { bases: { ...bases, station } },
    });
    expect([stage.owner(3), stage.of(3, 'occupation 0')]).toEqual([1, 0]);
  });

  test('the count is that of the base that the body is of', () => {
    const sections = { bases: { ...bases, fort: { ...bases.station, occupyCount: 9 } } };
    const stage = played(
      [
        {
          subject: by(0),
          direct: by(3),
          action: [
            { type: 'morph', base: 'fort' },
            { type: 'occupy', value: 8 },
          ],
        },
      ],
      { sections },
    );
    expect(stage.owner(3)).toBe(1);
    expect(
      played(
        [
          {
            subject: by(0),
            direct: by(3),
            action: [
              { type: 'morph', base: 'fort' },
              { type: 'occupy', value: 9 },
            ],
          },
        ],
        { sections },
      ).of(3, 'occupation 0'),
    ).toBe(9);
  });
});

describe('target', () => {
  test.each([
    ['another body', { subject: by(0), direct: by(4) }, 0, 4],
    ['itself where nobody is named', { subject: by(0) }, 0, 0],
    ['nobody without a subject', { direct: by(4) }, 4, null],
  ])('%s', (_name, roles, number, destination) => {
    const stage = played([{ ...roles, action: [{ type: 'target' }] }]);
    expect(stage.of(number, 'destination')).toBe(destination === null ? null : stage.body(destination));
  });

  test('what cannot be under way stays', () => {
    expect(played([{ subject: by(3), direct: by(0), action: [{ type: 'target' }] }]).of(3, 'destination')).toBe(null);
  });

  test('an unowned body loses its destination', () => {
    const sections = { initials: changed({ 0: { target: 4 } }) };
    expect(played([], { sections }).of(0, 'destination')).not.toBe(null);
    const stage = played(
      [
        {
          subject: by(0),
          direct: by(1),
          action: [{ type: 'capture', player: -1, reflexive: true }, { type: 'target' }],
        },
      ],
      { sections },
    );
    expect([stage.owner(0), stage.of(0, 'destination')]).toEqual([-1, null]);
  });

  test("what is removed is nobody's destination any more", () => {
    const sections = { initials: changed({ 0: { target: 4 } }) };
    const stage = played([{ subject: by(0), direct: by(1), action: [{ type: 'remove' }, { type: 'target' }] }], {
      sections,
    });
    expect(stage.of(0, 'destination')).toBe(stage.body(4));
  });
});
