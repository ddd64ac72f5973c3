import { describe, expect, it } from 'vitest';
import { hazardsOf, loadPlain, type Plain } from '../../../../support/level-values.js';

const computer: Plain = { type: 'computer', op: 'eq', screen: 'main' };
const conditions: readonly Plain[] = [
  { when: { type: 'message', op: 'eq', id: 1, page: 1 } },
  {
    when: {
      type: 'count',
      op: 'eq',
      value: 0,
      of: [
        { type: 'zoom', op: 'eq', value: 'all' },
        { type: 'ships', op: 'eq', player: 0, value: 1 },
      ],
    },
  },
  {
    when: computer,
    action: [
      { type: 'select', screen: 'main', line: 0 },
      { type: 'group', of: [{ type: 'zoom', value: 'all' }, { type: 'stop' }] },
      { type: 'message', id: 1 },
      { type: 'key' },
    ],
  },
];
const players = (...types: string[]): { readonly players: Plain } => ({ players: types.map((type) => ({ type })) });

describe('what is about one screen', () => {
  it('is a hazard where several people play', () => {
    expect(hazardsOf(loadPlain(conditions, 'sound', players('human', 'cpu', 'human')))).toEqual(
      [
        'conditions[0].when',
        'conditions[1].when.of[0]',
        'conditions[2].when',
        'conditions[2].action[0]',
        'conditions[2].action[1].of[0]',
        'conditions[2].action[2]',
      ].map((path) => `net-screen ${path}`),
    );
  });

  it('is none for one, whatever plays beside', () => {
    expect(hazardsOf(loadPlain(conditions, 'sound', players('human', 'cpu')))).toEqual([]);
    expect(hazardsOf(loadPlain(conditions, 'sound', players('cpu', 'cpu')))).toEqual([]);
  });
});
