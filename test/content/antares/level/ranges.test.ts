import { describe, expect, it } from 'vitest';
import { openLevel } from '../../../../src/content/antares/turn/level-session.js';
import { type Plain, always, float, levelOf, loadPlain, problemsOf } from '../../../support/level-values.js';

const most = 2 ** 31 - 1;
const score = { player: 0, which: 0 };

describe('numbers that the kernel would cut', () => {
  const action = (fields: { readonly [name: string]: Plain }): string[] =>
    problemsOf(loadPlain([{ when: always, action: [fields] }])).map((each) =>
      each.replace('conditions[0].action[0].', ''),
    );

  it.each([{ type: 'score', counter: score }, { type: 'occupy' }, { type: 'heal' }])(
    'are refused from 32 bits on: $type',
    (fields) => {
      for (const value of [most, -most - 1, 0]) expect(action({ ...fields, value })).toEqual([]);
      for (const value of [most + 1, -most - 2, 2 ** 40]) expect(action({ ...fields, value })).toEqual(['range value']);
    },
  );

  it.each(['slow', 'speed', 'push', 'cap-speed'])('are refused where 256 times as much has no room: %s', (type) => {
    for (const value of [8_388_607, -8_388_608, float(0.5)]) expect(action({ type, value })).toEqual([]);
    for (const value of [8_388_608, -8_388_609, float(1e300)]) expect(action({ type, value })).toEqual(['range value']);
  });

  it('are refused where they are compared with such', () => {
    const when = (value: number): Plain => ({ when: { type: 'score', op: 'ge', counter: score, value } });
    expect(problemsOf(loadPlain([when(most), when(most + 1)]))).toEqual(['range conditions[1].when.value']);
    const base = { maxHealth: 1, maxSpeed: 0 };
    const bases = {
      a: { ...base, maxSpeed: 8_388_608 },
      b: { ...base, occupyCount: 2 ** 31 },
      c: { ...base, maxSpeed: float(8_388_607), occupyCount: most },
    };
    expect(
      problemsOf(
        loadPlain([], 'sound', { bases, initials: [{ base: 'c', position: [0, 0], velocity: [0, 2 ** 30] }] }),
      ),
    ).toEqual(['range initials[0].velocity[1]', 'range bases.a.maxSpeed', 'range bases.b.occupyCount']);
  });
});

describe('times', () => {
  it('are refused past 32 bits of ticks', () => {
    const { problems } = loadPlain(
      [
        {
          when: { type: 'time', op: 'ge', duration: '35791395s' },
          action: [{ type: 'delay', duration: '2147483648t' }],
        },
      ],
      'sound',
      { start_time: '9000000000s' },
    );
    expect(problems.map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
      'range conditions[0].action[0].duration',
      'range conditions[0].when.duration',
      'range start_time',
    ]);
    expect(problems[0].message).toBe('`9000000000s` is too long: expected at most 2147483647 ticks of 1/60 second');
  });

  it('have room up to there, in a level that is played', () => {
    const session = openLevel(
      levelOf(
        loadPlain([{ when: always, action: [{ type: 'delay', duration: '2147483647t' }, { type: 'stop' }] }], 'sound', {
          start_time: '35791394s',
        }),
      ),
      'sound',
    );
    expect(session.time).toBe(-2_147_483_640);
    session.run(session.time + 9);
    expect(session.result().error).toBeUndefined();
  });
});

describe('a level with very many problems', () => {
  it('names the first ones and counts the rest', () => {
    const load = (count: number) => loadPlain(Array.from({ length: count }, () => ({ a: 1 }))).problems;
    expect(load(500)).toHaveLength(1000);
    const problems = load(50_000);
    expect(problems).toHaveLength(1001);
    expect(problems[1000]).toMatchObject({ code: 'more', path: 'conditions[500].a' });
    expect(problems[1000].message).toMatch(/^99000 more, of which this is the first: unknown field `a`/);
  });

  it('and so it is with hazards', () => {
    const { level, hazards } = loadPlain(
      Array.from({ length: 1500 }, () => ({ when: always, action: [{ type: 'heal', value: 1 }] })),
    );
    // They are warned of: the level is played nonetheless, with all that it says.
    expect(level?.conditions.map(({ action }) => action.map(({ type }) => type))).toEqual(
      Array.from({ length: 1500 }, () => ['heal']),
    );
    expect(hazards.slice(999).map(({ code, path, message }) => [code, path, message.slice(0, 8)])).toEqual([
      ['null-direct', 'conditions[999].action[0]', 'heal wit'],
      ['more', 'conditions[1000].action[0]', '500 more'],
    ]);
  });
});
