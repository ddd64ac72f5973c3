import { describe, expect, test } from 'vitest';
import { type Plain, always, float } from '../../../support/level-values.js';
import { by, played, stageOf } from './action-stage.js';

const raw = 51_200;

describe('score', () => {
  const of = (counter: Plain, value: number): Plain => ({ type: 'score', counter, value });

  test.each([
    [
      'a player',
      { action: [of({ player: 1, which: 2 }, 5), of({ player: 1, which: 2 }, -2)] },
      [
        [0, 0, 0],
        [0, 0, 3],
      ],
    ],
    [
      'the owner of the direct object',
      { subject: by(0), direct: by(1), action: [of({ which: 0 }, 4)] },
      [
        [0, 0, 0],
        [4, 0, 0],
      ],
    ],
    [
      'after roles are swapped',
      { subject: by(0), direct: by(1), action: [{ type: 'score', counter: { which: 0 }, value: 4, reflexive: true }] },
      [
        [4, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'nobody',
      { direct: by(4), action: [of({ which: 0 }, 4)] },
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'nothing',
      { action: [of({ which: 0 }, 4)] },
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'counters that there are not',
      {
        action: [
          of({ player: 0, which: -1 }, 4),
          of({ player: 0, which: 3 }, 4),
          of({ player: 9, which: 0 }, 4),
          of({ player: 2, which: 0 }, 4),
        ],
      },
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'within 32 bits',
      {
        action: [
          of({ player: 0, which: 1 }, 2_147_483_647),
          of({ player: 0, which: 1 }, 5),
          of({ player: 1, which: 1 }, -2_147_483_648),
          of({ player: 1, which: 1 }, -5),
        ],
      },
      [
        [0, 2_147_483_647, 0],
        [0, -2_147_483_648, 0],
      ],
    ],
  ])('of %s', (_name, script, scores) => {
    expect(played([script]).session.result().scores).toEqual(scores);
  });
});

describe('pay', () => {
  const pay = (value: number, more: { readonly [field: string]: Plain } = {}): Plain => ({
    type: 'pay',
    value: float(value),
    ...more,
  });

  test.each([
    ['a player', { action: [pay(1, { player: 1 })] }, [25 * raw, raw]],
    ['in 256ths, halves away from zero', { action: [pay(1.5 / 256, { player: 1 })] }, [25 * raw, 400]],
    ['the owner of the direct object', { direct: by(1), action: [pay(2)] }, [25 * raw, 2 * raw]],
    ['nobody', { direct: by(4), action: [pay(2)] }, [25 * raw, 0]],
    ['nothing', { action: [pay(2)] }, [25 * raw, 0]],
    [
      'not below 0',
      { action: [pay(-30, { player: 0 }), pay(-30, { player: 1 }), pay(0.5, { player: 0 })] },
      [raw / 2, 0],
    ],
    ['what is there', { action: [pay(-20, { player: 0 })] }, [5 * raw, 0]],
    ['seats where nobody plays', { action: [pay(20, { player: 3 })] }, [25 * raw, 0]],
  ])('%s', (_name, script, cash) => {
    expect(played([script]).session.result().cash).toEqual(cash);
  });
});

describe('win', () => {
  const win = (player?: number): Plain => ({ type: 'win', text: 'done', ...(player === undefined ? {} : { player }) });

  test.each([
    ['a player', [{ action: [win(1)] }], 1, 180],
    ['the owner of the direct object', [{ direct: by(1), action: [win()] }], 1, 180],
    ['the player who is named, whoever the direct object is', [{ direct: by(1), action: [win(0)] }], 0, 180],
    ['the first', [{ action: [win(1), win(0)] }], 1, 180],
    ['nobody: over at once', [{ action: [win()] }], null, 0],
    ['nobody: an unowned object', [{ direct: by(4), action: [win()] }], null, 0],
    ['nobody: a seat where nobody plays', [{ action: [win(3)] }], null, 0],
    ['nobody, after a player: over at once', [{ action: [win(1), win()] }], 1, 0],
    ['a player, after nobody: it is over already', [{ action: [win(), win(1)] }], 1, 0],
  ])('%s', (_name, scripts, winner, over) => {
    const { winner: whoWon, over: when } = played(scripts).session.result();
    expect([whoWon, when]).toEqual([winner, over]);
  });

  test('counts from when it is won', () => {
    const stage = stageOf([], {
      conditions: [
        { when: { type: 'time', op: 'ge', duration: '90t' }, action: [win(0)] },
        { when: { type: 'time', op: 'ge', duration: '180t' }, action: [win(1)] },
      ],
    });
    stage.session.run(200);
    expect([stage.session.result().winner, stage.session.result().over]).toEqual([0, 270]);
  });
});

describe('condition', () => {
  test('arms, then disarms; indices that there are not mean nothing in compat', () => {
    const waiting = { when: always, disabled: true };
    const stage = stageOf([{ action: [{ type: 'condition', enable: [2, 1, 77, -1], disable: [2, 99] }] }], {
      conditions: [
        { ...waiting, action: [{ type: 'check' }] },
        { ...waiting, action: [{ type: 'flash' }] },
      ],
    });
    stage.session.run(0);
    expect(stage.acts()).toEqual(['condition -1 -1', 'check -1 -1']);
    expect(stage.session.result().enabledAtEnd).toEqual([]);
  });
});
