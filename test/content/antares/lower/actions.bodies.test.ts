import { describe, expect, test } from 'vitest';
import type { Plain } from '../../../support/level-values.js';
import { bases, by, played, stageOf } from './action-stage.js';

const score = (which: number, value: number, more: { readonly [field: string]: Plain } = {}): Plain => ({
  type: 'score',
  counter: { player: 0, which },
  value,
  ...more,
});
const score0 = score(0, 1);

describe('destroy', () => {
  test('takes out of use what does not survive it', () => {
    const stage = played([{ direct: by(0), action: [{ type: 'destroy' }] }]);
    expect(stage.of(0, 'inUse')).toBe(false);
  });

  test('leaves what does not die, such as a rock', () => {
    expect(played([{ direct: by(4), action: [{ type: 'destroy' }] }]).of(4, 'inUse')).toBe(true);
  });

  test('leaves a neutral body to nobody, whole and harmless', () => {
    const stage = played([{ direct: by(3), action: [{ type: 'heal', value: -100 }, { type: 'destroy' }] }]);
    expect([stage.of(3, 'inUse'), stage.of(3, 'health'), stage.owner(3)]).toEqual([true, 500, -1]);
    expect(
      ['hated', 'can_engage', 'can_be_hit', 'neutral_death', 'is_destination'].filter((attribute) =>
        stage.has(3, attribute),
      ),
    ).toEqual(['neutral_death', 'is_destination']);
  });

  test('does nothing to a body that is removed already', () => {
    const destroyAction = [score0];
    const stage = played([{ direct: by(0), action: [{ type: 'remove' }, { type: 'destroy' }] }], {
      sections: { bases: { ...bases, ship: { ...bases.ship, destroyAction } } },
    });
    expect(stage.player(0, 'score 0')).toBe(0);
  });

  test('runs the destroy action by the body, without a direct object of its own, while it is there', () => {
    const destroyAction = [score0, { type: 'stop', override: { direct: by(0) } }];
    const stage = played([{ subject: by(1), direct: by(0), action: [{ type: 'destroy' }, { type: 'check' }] }], {
      sections: { bases: { ...bases, ship: { ...bases.ship, destroyAction } } },
    });
    expect(stage.acts()).toEqual(['destroy 1 0', 'score 0 0', 'stop 0 0', 'check 1 0']);
  });

  test('runs the destroy action of the base that the body is of at that time', () => {
    const sections = {
      bases: {
        ...bases,
        rock: { ...bases.rock, destroyAction: [score(2, 1)] },
        ship: { ...bases.ship, destroyAction: [score0] },
      },
    };
    const stage = played([{ direct: by(0), action: [{ type: 'morph', base: 'rock' }, { type: 'destroy' }] }], {
      sections,
    });
    expect([stage.player(0, 'score 0'), stage.player(0, 'score 2'), stage.of(0, 'inUse')]).toEqual([0, 1, true]);
  });

  test('settles before the destroy action whether a body survives, and after it whether it dies', () => {
    const inUse = (base: string) =>
      played([{ direct: by(0), action: [{ type: 'destroy' }] }], {
        sections: { bases: { ...bases, ship: { ...bases.ship, destroyAction: [{ type: 'morph', base }] } } },
      }).of(0, 'inUse');
    expect([inUse('station'), inUse('rock')]).toEqual([false, true]);
  });

  test('a body that its own destroy action removes is gone once', () => {
    const sections = {
      bases: { ...bases, ship: { ...bases.ship, destroyAction: [{ type: 'remove' }, { type: 'destroy' }, score0] } },
    };
    const stage = played([{ direct: by(0), action: [{ type: 'destroy' }] }], { sections });
    expect([stage.of(0, 'inUse'), stage.player(0, 'score 0')]).toEqual([false, 1]);
  });

  test('a destroy action that destroys its own body again stops the level with an error', () => {
    const sections = { bases: { ...bases, ship: { ...bases.ship, destroyAction: [{ type: 'destroy' }] } } };
    const stage = played([{ direct: by(0), action: [{ type: 'destroy' }] }], { sections });
    expect(stage.session.result().error?.code).toBe('list-depth');
  });

  test('bodies that destroy one another end', () => {
    const sections = {
      bases: {
        ...bases,
        ship: { ...bases.ship, destroyAction: [score0, { type: 'destroy', override: { direct: by(4) } }] },
      },
    };
    const stage = played(
      [
        { direct: by(0), action: [{ type: 'destroy' }] },
        { direct: by(1), action: [{ type: 'destroy' }] },
      ],
      { sections },
    );
    expect([stage.player(0, 'score 0'), stage.session.result().error]).toEqual([2, undefined]);
  });
});

describe('remove', () => {
  test('runs no destroy action, and roles still name the body', () => {
    const sections = { bases: { ...bases, ship: { ...bases.ship, destroyAction: [score0] } } };
    const stage = played(
      [{ direct: by(1), action: [{ type: 'remove' }, { type: 'score', counter: { which: 1 }, value: 3 }] }],
      { sections },
    );
    expect([stage.of(1, 'inUse'), stage.player(0, 'score 0'), stage.player(1, 'score 1')]).toEqual([false, 0, 3]);
  });

  test('a station that is removed does not survive that', () => {
    expect(played([{ direct: by(3), action: [{ type: 'remove' }] }]).of(3, 'inUse')).toBe(false);
  });

  test('who built there has nothing to build at any more', () => {
    expect(played([]).held(1, 'buildAt')).toBe(2);
    expect(played([{ direct: by(2), action: [{ type: 'remove' }] }]).player(1, 'buildAt')).toBe(null);
    expect(played([{ direct: by(2), action: [{ type: 'destroy' }] }]).player(1, 'buildAt')).toBe(null);
  });
});

describe('heal', () => {
  test.each([
    ['adds beyond the maximum', [500], 1500, true],
    ['takes away', [-400], 600, true],
    ['to 0 is alive', [-1000], 0, true],
    ['below 0 is dead', [-1001], -1, false],
    ['goes on from 0', [-1000, -1], -1, false],
    ['stays within 32 bits', [2_147_483_000, 2_147_483_000], 2_147_483_647, true],
  ])('%s', (_name, values, health, inUse) => {
    const stage = played([{ direct: by(0), action: values.map((value) => ({ type: 'heal', value })) }]);
    expect([stage.of(0, 'health'), stage.of(0, 'inUse')]).toEqual([health, inUse]);
  });

  test("below 0 a neutral body survives, and is nobody's", () => {
    const stage = played([{ direct: by(3), action: [{ type: 'heal', value: -501 }] }]);
    expect([stage.of(3, 'health'), stage.of(3, 'inUse'), stage.owner(3)]).toEqual([500, true, -1]);
  });

  test('a body that was dead already does not die again', () => {
    const sections = { bases: { ...bases, ship: { ...bases.ship, destroyAction: [score0] } } };
    const stage = played(
      [
        {
          direct: by(0),
          action: [
            { type: 'heal', value: -2000 },
            { type: 'heal', value: -1 },
          ],
        },
      ],
      { sections },
    );
    expect([stage.player(0, 'score 0'), stage.of(0, 'health')]).toEqual([1, -1001]);
  });
});

describe('morph', () => {
  test('gives what the base has, and leaves health, owner, place and velocity', () => {
    const stage = played([
      {
        direct: by(0),
        action: [
          { type: 'heal', value: -300 },
          { type: 'speed', value: 3 },
          { type: 'cap-speed', value: 1 },
          { type: 'morph', base: 'drone' },
        ],
      },
    ]);
    expect([
      stage.of(0, 'health'),
      stage.of(0, 'maxHealth'),
      stage.of(0, 'maxSpeed'),
      stage.of(0, 'velocityY'),
      stage.owner(0),
    ]).toEqual([700, 400, 2, 3, 0]);
    expect(stage.session.world.relations.wordsOf(stage.body(0), 'attributes')).toEqual(['can_collide']);
    expect(stage.session.world.relations.wordsOf(stage.body(0), 'tags')).toEqual(['light']);
  });
});

describe('cloak and hold', () => {
  test('write what only the host reads', () => {
    const stage = stageOf([{ direct: by(0), action: [{ type: 'cloak' }, { type: 'hold' }] }]);
    stage.session.world.set(stage.body(0), 'weaponTarget', stage.body(1));
    stage.session.run(0);
    expect([stage.of(0, 'cloaked'), stage.of(0, 'weaponTarget')]).toEqual([true, null]);
  });
});
