import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../../../src/content/antares/syntax.js';
import { hazardsOf, loadPlain, type Plain } from '../../../../support/level-values.js';

interface Fields {
  readonly [name: string]: Plain;
}

const ship: Plain = { initial: 1 };
const hazards = (when: Fields, sections: Fields = {}, policy: Policy = 'sound'): string[] =>
  hazardsOf(loadPlain([{ when }], policy, sections)).map((each) => each.replace('conditions[0].', ''));
const time = (duration: string, more: Fields = {}): Fields => ({ type: 'time', op: 'eq', duration, ...more });

describe('time eq', () => {
  it('is a hazard where no sweep falls on it', () => {
    for (const duration of ['1s', '1t', '89t', '-90t', '-1s'])
      expect(hazards(time(duration))).toEqual(['time-eq when']);
    for (const duration of ['0s', '1.5s', '3s', '1m']) expect(hazards(time(duration))).toEqual([]);
    for (const op of ['ne', 'lt', 'gt', 'le', 'ge']) expect(hazards({ ...time('1s'), op })).toEqual([]);
  });

  it('is counted from the start of a setup', () => {
    const tenSeconds = { start_time: '10s' };
    for (const duration of ['-510t', '-60t', '0s', '90t']) expect(hazards(time(duration), tenSeconds)).toEqual([]);
    // There is no sweep when the setup begins, and before that there is nothing.
    for (const duration of ['-600t', '-690t', '-90t', '30t', '-59t'])
      expect(hazards(time(duration), tenSeconds)).toEqual(['time-eq when']);
    for (const duration of ['-90t', '-450t']) expect(hazards(time(duration), { start_time: '9s' })).toEqual([]);
  });

  it('is judged by the time that an old duration means', () => {
    const old = { legacy_start_time: true };
    const nineSeconds = { start_time: '9s' };
    // 3 * 30 - 540 = -450; 3 * 31 - 540 = -447; 180 - 60 * 3 = 0; 270 - 180 = 90.
    for (const duration of ['30t', '180t', '270t']) expect(hazards(time(duration, old), nineSeconds)).toEqual([]);
    for (const duration of ['31t', '0t', '200t'])
      expect(hazards(time(duration, old), nineSeconds)).toEqual(['time-eq when']);
    expect(hazards(time('90t', old))).toEqual([]);
  });
});

describe('ne', () => {
  const canMiss: Fields[] = [
    { type: 'autopilot', player: 0, value: true },
    { type: 'building', player: 0, value: true },
    { type: 'distance', from: ship, to: ship, value: 1 },
    { type: 'identity', a: ship, b: ship },
    { type: 'message', id: 1, page: 1 },
    { type: 'owner', object: ship, player: 0 },
    { type: 'speed', object: ship, value: 1 },
    { type: 'target', object: ship, target: ship },
  ];
  const cannotMiss: Fields[] = [
    { type: 'cash', player: 0, value: 1 },
    { type: 'computer', screen: 'main' },
    { type: 'count', value: 1, of: [time('0s'), time('0s')] },
    { type: 'destroyed', object: ship, value: true },
    { type: 'health', object: ship, value: 1 },
    { type: 'score', counter: { player: 0, which: 0 }, value: 1 },
    { type: 'ships', player: 0, value: 1 },
    { type: 'time', duration: '1s' },
    { type: 'zoom', value: 'all' },
  ];

  it.each(canMiss)('is a hazard for $type', (when) => {
    expect(hazards({ op: 'ne', ...when })).toEqual(['ne-missing when']);
    expect(hazards({ op: 'eq', ...when })).toEqual([]);
  });

  it.each(cannotMiss)('is none for $type', (when) => {
    expect(hazards({ op: 'ne', ...when })).toEqual([]);
  });

  it('is one for the cash of nobody, in sound: in compat that is 0', () => {
    const cash = { type: 'cash', op: 'ne', player: 2, value: 1 };
    expect(hazards(cash)).toEqual(['index when.player', 'ne-missing when']);
    expect(hazards(cash, {}, 'compat')).toEqual(['index when.player']);
    expect(hazards({ ...cash, player: 4 }, {}, 'compat')).toEqual(['index when.player', 'ne-missing when']);
  });

  it('is found in counts, in the order of the text', () => {
    const count = (...of: Plain[]): Fields => ({ type: 'count', op: 'ne', value: 1, of });
    const ne = { op: 'ne', ...canMiss[5] };
    expect(hazards(count(ne, count(time('1s'), ne), ne))).toEqual([
      'ne-missing when.of[0]',
      'time-eq when.of[1].of[0]',
      'ne-missing when.of[1].of[1]',
      'ne-missing when.of[2]',
    ]);
  });
});
