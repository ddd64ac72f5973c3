import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionTypes, whenTypes } from '../../../../src/content/antares/level/readers.js';
import { loadLevel } from '../../../../src/content/antares/level/load-level.js';
import { policies } from '../../../../src/content/antares/syntax.js';
import type { Value } from '../../../../src/content/antares/parse/value.js';
import { float, loadPlain, type Plain, valueOf } from '../../../support/level-values.js';
import { heavy, longTest } from '../../../support/heavy.js';

const names = [
  'players',
  'start_time',
  'ui',
  'initials',
  'bases',
  'conditions',
  'when',
  'action',
  'type',
  'op',
  'value',
  'of',
  'object',
  'player',
  'counter',
  'which',
  'if',
  'tags',
  'attributes',
  'override',
  'subject',
  'direct',
  'duration',
  'initial',
  'flagship',
  'enable',
  'to',
  'x',
  'y',
  'base',
  'maxHealth',
  'destroyAction',
  'position',
  'constructor',
  '__proto__',
  'toString',
  '',
  'a b',
  '\u0000',
  '\ud800',
];
const words = [
  'eq',
  'ge',
  '1s',
  '0t',
  '1.',
  'human',
  'main',
  'all',
  'same',
  'hated',
  'constructor',
  '__proto__',
  '',
  ...whenTypes,
  ...actionTypes,
];
const key = fc.constantFrom(...names);
const leaf: fc.Arbitrary<Plain> = fc.oneof(
  fc.constantFrom(...words),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.integer({ min: -3, max: 9 }),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  fc.double().map(float),
  fc.uint8Array({ maxLength: 3 }),
);
const { tree } = fc.letrec<{ tree: Plain }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('tree')), { maxLength: 5 }).map((entries): Plain => Object.fromEntries(entries)),
  ),
}));
const typed = (types: readonly string[]): fc.Arbitrary<Plain> =>
  fc
    .tuple(fc.constantFrom(...types), fc.array(fc.tuple(key, tree), { maxLength: 4 }))
    .map(([type, entries]): Plain => ({ ...Object.fromEntries(entries), type }));

function check(document: Value): void {
  for (const policy of policies) {
    const { level, problems, hazards } = loadLevel(document, policy);
    expect(level === undefined).toBe(problems.length > 0);
    for (const { code, path, message } of [...problems, ...hazards]) {
      expect(code).toMatch(/^[a-z-]+$/);
      expect(message.length).toBeGreaterThan(10);
      // What a terminal would obey is never handed on.
      expect(path + message).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    }
  }
}

describe('documents of any kind', () => {
  it('never throw, and have a level or problems', () => {
    fc.assert(
      fc.property(tree, (document) => check(valueOf(document))),
      { numRuns: heavy(125, 1000) },
    );
  });

  it('never throw where they begin as levels do', () => {
    const condition = fc.record({ when: typed(whenTypes), action: fc.array(typed(actionTypes), { maxLength: 3 }) });
    fc.assert(
      fc.property(fc.array(condition, { maxLength: 3 }), tree, (conditions, initials) =>
        check(valueOf({ conditions, initials })),
      ),
      { numRuns: heavy(125, 1000) },
    );
  });

  it('never throw however deep they are', () => {
    let deep: Value = valueOf(1);
    for (let depth = 0; depth < 100_000; depth++) deep = { type: 'array', at: deep.at, items: [deep] };
    expect(loadLevel(deep, 'sound').problems.map(({ code }) => code)).toEqual(['depth']);
  });
});

describe('large levels', () => {
  const conditions = (count: number): Plain[] =>
    Array.from({ length: count }, (_, index) => ({
      persistent: true,
      when: {
        type: 'count',
        op: 'ge',
        value: 1,
        of: [
          { type: 'owner', op: 'ne', object: { initial: index % 8 }, player: 0 },
          { type: 'time', op: 'eq', duration: '1s' },
        ],
      },
      action: [
        { type: 'condition', enable: [(index + 1) % count, (index * 7) % count] },
        { type: 'check' },
        { type: 'delay', duration: '1s' },
        { type: 'delay', duration: '0t' },
      ],
    }));

  longTest('take time in proportion to their size, hazards included', () => {
    // What looks at all pairs of them takes longer than a test may.
    const count = 40_000;
    const { level, hazards } = loadPlain(conditions(count), 'compat');
    expect(level?.conditions).toHaveLength(count);
    expect(hazards).toHaveLength(1001);
    expect(hazards[1000].message).toMatch(new RegExp(`^${String(5 * count - 1000)} more,`));
  });
});
