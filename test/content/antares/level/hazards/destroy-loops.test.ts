import { describe, expect, it } from 'vitest';
import { openLevel } from '../../../../../src/content/antares/turn/level-session.js';
import { always, hazardsOf, levelOf, loadPlain, type Plain } from '../../../../support/level-values.js';

const destroy: Plain = { type: 'destroy' };
const sections = (destroyAction: readonly Plain[]): { readonly [section: string]: Plain } => ({
  bases: { mine: { maxHealth: 1, maxSpeed: 0, destroyAction }, rock: { maxHealth: 1, maxSpeed: 0 } },
  initials: [
    { base: 'mine', position: [0, 0] },
    { base: 'rock', position: [1, 0] },
  ],
});
const bang: Plain = { when: always, direct: { initial: 0 }, action: [destroy] };
const loops = (destroyAction: readonly Plain[]): string[] =>
  hazardsOf(loadPlain([bang], 'sound', sections(destroyAction)))
    .filter((each) => each.startsWith('destroy-loop '))
    .map((each) => each.slice('destroy-loop bases.mine.destroyAction'.length));
const stopOf = (destroyAction: readonly Plain[]) => {
  const session = openLevel(levelOf(loadPlain([bang], 'sound', sections(destroyAction))), 'sound');
  session.run(0);
  return session.result().error;
};

describe('a base that destroys itself', () => {
  it.each([
    ['at once', [destroy], '[0]'],
    [
      'after something that spares nobody',
      [{ type: 'stop' }, { ...(destroy as object), reflexive: true }, destroy],
      '[1]',
    ],
    ['in groups', [{ type: 'group', reflexive: true, of: [{ type: 'group', of: [destroy] }] }], '[0].of[0].of[0]'],
  ])('is a hazard, and stops the level: %s', (_, list, path) => {
    expect(loops(list as Plain[])).toEqual([path]);
    expect(stopOf(list as Plain[])?.code).toBe('list-depth');
  });

  it.each([
    ['after a filter', [{ type: 'destroy', if: { attributes: { hated: true } } }]],
    ['in a group after a filter', [{ type: 'group', of: [destroy], if: { attributes: { hated: true } } }]],
    ['another one', [{ type: 'destroy', override: { direct: { initial: 1 } } }]],
    ['when it is gone', [{ type: 'remove' }, destroy]],
    [
      'when others have removed it',
      [{ type: 'group', override: { subject: { initial: 0 } }, of: [{ type: 'remove' }] }, destroy],
    ],
    ['later', [{ type: 'delay', duration: '1s' }, destroy]],
  ])('is none: %s', (_, list) => {
    expect(loops(list as Plain[])).toEqual([]);
    expect(stopOf(list as Plain[])).toBeUndefined();
  });
});
