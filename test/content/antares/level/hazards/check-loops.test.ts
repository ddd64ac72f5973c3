import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { always, hazardsOf, loadPlain, type Plain } from '../../../../support/level-values.js';
import { heavy } from '../../../../support/heavy.js';

type Actions = readonly Plain[];

const once = (...action: Actions): Plain => ({ when: always, direct: { initial: 1 }, action });
const persistent = (...action: Actions): Plain => ({ when: always, direct: { initial: 1 }, persistent: true, action });
const enable = (...conditions: number[]): Plain => ({ type: 'condition', enable: conditions });
const disable = (...conditions: number[]): Plain => ({ type: 'condition', disable: conditions });
const check: Plain = { type: 'check' };
const later: Plain = { type: 'delay', duration: '1s' };
const destroy: Plain = { type: 'destroy' };
const stop: Plain = { type: 'stop' };
const filtered = (action: Plain): Plain => ({
  ...(action as { readonly [name: string]: Plain }),
  if: { owner: 'same' },
});
const mines = (...destroyAction: Actions): { readonly [section: string]: Plain } => ({
  bases: { mine: { maxHealth: 1, maxSpeed: 0, destroyAction } },
  initials: [0, 1].map((x) => ({ base: 'mine', position: [x, 0] })),
});

/** The conditions that are said to loop. */
const loops = (conditions: readonly Plain[], sections = {}): string[] =>
  hazardsOf(loadPlain(conditions, 'sound', sections))
    .filter((each) => each.startsWith('check-loop '))
    .map((each) => each.slice('check-loop conditions'.length));

describe('a check in itself', () => {
  it('is one of a condition that stays armed', () => {
    expect(loops([persistent(check)])).toEqual(['[0].action[0]']);
    expect(loops([persistent({ type: 'group', of: [stop, check] })])).toEqual(['[0].action[0].of[1]']);
    expect(loops([persistent(stop), once(check)])).toEqual([]);
  });

  it('is none where the condition surely disables itself before', () => {
    expect(loops([persistent(disable(0), check)])).toEqual([]);
    expect(loops([persistent(check, disable(0))])).toEqual(['[0].action[0]']);
    expect(loops([persistent(filtered(disable(0)), check)])).toEqual(['[0].action[1]']);
    expect(loops([persistent(disable(1), check), once()])).toEqual(['[0].action[1]']);
  });

  it('is one where the condition enables itself before, not after', () => {
    expect(loops([once(enable(0), check)])).toEqual(['[0].action[1]']);
    expect(loops([once(filtered(enable(0)), check)])).toEqual(['[0].action[1]']);
    expect(loops([once(check, enable(0))])).toEqual([]);
    expect(loops([once(enable(0), disable(0), check)])).toEqual([]);
  });

  it('is one after a delay where the condition is still armed when it begins: each sweep adds to what waits', () => {
    expect(loops([persistent(later, check)])).toEqual(['[0].action[1]']);
    expect(loops([persistent(later, check, later, check)])).toEqual(['[0].action[1]']);
    expect(loops([persistent({ type: 'group', of: [later, stop] }, check)])).toEqual(['[0].action[1]']);
    expect(loops([once(enable(0), later, check)])).toEqual(['[0].action[2]']);
    expect(loops([persistent(later, destroy)], mines(check))).toEqual(['[0].action[1]']);
    expect(loops([once(later, check), persistent(enable(0))])).toEqual(['[0].action[1]']);
    expect(loops([once(enable(1), later, check), once(enable(0), later, check)])).toEqual([
      '[0].action[2]',
      '[1].action[2]',
    ]);
    const [{ message }] = loadPlain([persistent(later, check)]).hazards;
    expect(message).toContain('each time adds to what waits');
  });

  it('is none after a delay where nothing is armed when it begins', () => {
    expect(loops([once(later, check)])).toEqual([]);
    expect(loops([once(enable(1)), once(later, check)])).toEqual([]);
    expect(loops([persistent(disable(0), later, check)])).toEqual([]);
    expect(loops([persistent(later, destroy)], mines(stop))).toEqual([]);
    expect(loops([persistent(filtered(later), check)])).toEqual(['[0].action[1]']);
    expect(loops([once(check), once(later, enable(0), check), persistent(later, enable(0), stop)])).toEqual([]);
  });
});

describe('a check in others', () => {
  it('is one where a condition that stays armed arms it before its turn', () => {
    expect(loops([persistent(enable(1)), once(check)])).toEqual(['[1].action[0]']);
    expect(loops([once(check), persistent(enable(0))])).toEqual([]);
    expect(loops([once(check), persistent(enable(0), check)])).toEqual(['[0].action[0]', '[1].action[1]']);
    expect(loops([once(check), persistent(enable(0)), persistent(check)])).toEqual(['[0].action[0]', '[2].action[0]']);
  });

  it('is one where two arm each other', () => {
    expect(loops([once(enable(1)), once(enable(0), check)])).toEqual(['[1].action[1]']);
    expect(loops([once(enable(1), check), once(enable(0), check)])).toEqual(['[0].action[1]', '[1].action[1]']);
    expect(loops([once(enable(1), check), once(enable(2)), once()])).toEqual([]);
    expect(loops([once(enable(1), check), once(enable(2), check), once(check)])).toEqual([]);
  });

  it('names the one that arms', () => {
    const { hazards } = loadPlain([persistent(enable(1)), once(check)]);
    expect(hazards.map(({ message }) => message)).toEqual([
      expect.stringContaining('conditions[0] may arm conditions[1] again') as string,
    ]);
  });
});

describe('a check in a destroy action', () => {
  it('is always a hazard', () => {
    expect(hazardsOf(loadPlain([], 'sound', mines({ type: 'group', of: [check, later, check] }, stop)))).toEqual(
      [0, 2].map((at) => `check-in-destroy bases.mine.destroyAction[0].of[${at}]`),
    );
    expect(hazardsOf(loadPlain([], 'sound', mines(stop)))).toEqual([]);
  });

  it('makes a loop of a condition that destroys and stays armed', () => {
    expect(loops([persistent(destroy)], mines(check))).toEqual(['[0].action[0]']);
    expect(loops([persistent({ type: 'heal', value: -5 })], mines(check))).toEqual(['[0].action[0]']);
    expect(loops([once(destroy)], mines(check))).toEqual([]);
    expect(loops([persistent(destroy)], mines(stop))).toEqual([]);
    expect(loops([once(destroy)], mines(enable(0), check))).toEqual(['[0].action[0]']);
  });
});

interface Played {
  readonly persistent: boolean;
  readonly action: readonly (
    | 'check'
    | 'delay'
    | { readonly enable: readonly number[]; readonly disable: readonly number[] }
  )[];
}

/** Whether a first sweep, with all conditions true, goes deeper than sweeps may. */
function runsAway(conditions: readonly Played[]): boolean {
  const armed = conditions.map(() => true);
  let left = 20_000;
  const sweep = (depth: number): boolean =>
    depth > 64 ||
    conditions.some(({ persistent: stays, action }, index) => {
      if (!armed[index] || left-- <= 0) return false;
      armed[index] = stays;
      for (const each of action) {
        if (each === 'delay') return false;
        if (each === 'check') {
          if (sweep(depth + 1)) return true;
          continue;
        }
        for (const other of each.enable) armed[other] = true;
        for (const other of each.disable) armed[other] = false;
      }
      return false;
    });
  return sweep(1);
}

const size = 4;
const index = fc.nat(size - 1);
const plays = fc.array(
  fc.record<Played>({
    persistent: fc.integer({ min: 0, max: 4 }).map((each) => each === 0),
    action: fc.array(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc.record({
            enable: fc.array(index, { maxLength: 2 }),
            disable: fc.array(index, { maxLength: 1 }),
          }),
        },
        { weight: 3, arbitrary: fc.constant('check' as const) },
        { weight: 1, arbitrary: fc.constant('delay' as const) },
      ),
      { maxLength: 3 },
    ),
  }),
  { minLength: size, maxLength: size },
);

describe('check loops', () => {
  it('are found wherever a sweep of true conditions does not end', () => {
    let endless = 0;
    fc.assert(
      fc.property(plays, (conditions) => {
        if (!runsAway(conditions)) return;
        endless++;
        expect(
          loops(
            conditions.map(({ persistent: stays, action }) => {
              const list = action.map(
                (each): Plain => (each === 'check' ? check : each === 'delay' ? later : { type: 'condition', ...each }),
              );
              return stays ? persistent(...list) : once(...list);
            }),
          ),
        ).not.toEqual([]);
      }),
      { numRuns: heavy(375, 3000) },
    );
    expect(endless).toBeGreaterThan(100);
  });
});
