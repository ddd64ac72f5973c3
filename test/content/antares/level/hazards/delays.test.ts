import { describe, expect, it } from 'vitest';
import { always, hazardsOf, loadPlain, type Plain } from '../../../../support/level-values.js';

const of = (...lists: readonly (readonly Plain[])[]): string[] =>
  hazardsOf(
    loadPlain(
      lists.map((action) => ({ when: always, direct: { initial: 1 }, action })),
      'compat',
    ),
  );
const action = (path: string): string => `conditions[0].action${path}`;
const delay = (duration: string, more: { readonly [name: string]: Plain } = {}): Plain => ({
  type: 'delay',
  duration,
  ...more,
});
const group = (...list: readonly Plain[]): Plain => ({ type: 'group', of: list });
const stop: Plain = { type: 'stop' };
const check: Plain = { type: 'check' };
const destroy: Plain = { type: 'destroy' };
const base = (destroyAction: readonly Plain[]): { readonly [section: string]: Plain } => ({
  bases: { mine: { maxHealth: 1, maxSpeed: 0, destroyAction } },
  initials: [
    { base: 'mine', position: [0, 0] },
    { base: 'mine', position: [1, 0] },
  ],
});

describe('a trailing delay', () => {
  it('is the last of its innermost list', () => {
    expect(of([stop, delay('1s')])).toEqual([`trailing-delay ${action('[1]')}`]);
    expect(of([group(stop, delay('1s')), stop])).toEqual([`trailing-delay ${action('[0].of[1]')}`]);
    expect(hazardsOf(loadPlain([], 'compat', base([delay('1s')])))).toEqual([
      'trailing-delay bases.mine.destroyAction[0]',
    ]);
  });

  it('is none with something after it in its own list, or when it never comes', () => {
    expect(of([delay('1s'), stop])).toEqual([]);
    expect(of([group(delay('1s'), stop), delay('1s'), stop])).toEqual([]);
    expect(
      hazardsOf(loadPlain([{ when: always, action: [delay('1s', { if: { tags: { light: true } } })] }], 'compat')),
    ).toEqual([]);
  });
});

describe('a delay of no time', () => {
  it('is a hazard after another delay, in whatever group', () => {
    expect(of([delay('1s'), delay('0t'), stop])).toEqual([`zero-delay ${action('[1]')}`]);
    expect(of([delay('1s'), delay('-1t'), stop])).toEqual([`zero-delay ${action('[1]')}`]);
    expect(of([delay('0t'), group(delay('0t'), stop)])).toEqual([`zero-delay ${action('[1].of[0]')}`]);
    expect(of([group(delay('1s', { if: { owner: 'same' } }), stop), delay('0t'), stop])).toEqual([
      `zero-delay ${action('[1]')}`,
    ]);
  });

  it('is none before other delays, nor in another list', () => {
    expect(of([delay('0t'), stop, delay('1s'), delay('1t'), stop])).toEqual([]);
    expect(of([delay('0t'), stop], [delay('1s'), stop])).toEqual([]);
  });

  it('is a hazard in a list that a check after a delay may start', () => {
    expect(of([delay('0t'), stop], [delay('1s'), check])).toEqual([`zero-delay ${action('[0]')}`]);
    expect(of([delay('0t'), stop], [check, delay('1s'), stop])).toEqual([]);
    expect(of([delay('0t'), stop], [check], [delay('1s'), check])).toContain(`zero-delay ${action('[0]')}`);
  });

  it('is a hazard for the list that checks itself only if it can fire again', () => {
    const list = [delay('0t'), check];
    expect(of(list)).toEqual([]);
    expect(hazardsOf(loadPlain([{ when: always, persistent: true, action: list }], 'compat'))).toContain(
      `zero-delay ${action('[0]')}`,
    );
    expect(of([...list, { type: 'condition', enable: [0] }])).toEqual([`zero-delay ${action('[0]')}`]);
    expect(of(list, list)).toEqual([`zero-delay ${action('[0]')}`, 'zero-delay conditions[1].action[0]']);
  });

  it('is a hazard in a destroy action if something is destroyed after a delay', () => {
    const sections = base([delay('0t'), stop]);
    const destroying = (...list: Plain[]): string[] =>
      hazardsOf(loadPlain([{ when: always, direct: { initial: 0 }, action: list }], 'compat', sections));
    expect(destroying(delay('1s'), destroy)).toEqual(['zero-delay bases.mine.destroyAction[0]']);
    expect(destroying(delay('1s'), { type: 'heal', value: -1 })).toEqual(['zero-delay bases.mine.destroyAction[0]']);
    expect(destroying(delay('1s'), { type: 'heal', value: 1 })).toEqual([]);
    expect(destroying(destroy, delay('1s'), stop)).toEqual([]);
  });

  it('is found through a destroy action that checks', () => {
    const found = hazardsOf(
      loadPlain(
        [
          { when: always, action: [delay('0t'), stop] },
          { when: always, direct: { initial: 0 }, action: [delay('1s'), destroy] },
        ],
        'compat',
        base([check]),
      ),
    );
    expect(found).toEqual([`zero-delay ${action('[0]')}`, 'check-in-destroy bases.mine.destroyAction[0]']);
  });
});

describe('in policy sound', () => {
  it('neither is a hazard', () => {
    for (const list of [
      [stop, delay('1s')],
      [delay('1s'), delay('0t'), stop],
    ])
      expect(hazardsOf(loadPlain([{ when: always, action: list }], 'sound'))).toEqual([]);
  });
});
