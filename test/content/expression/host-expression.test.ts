import { describe, expect, it } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import type { Program } from '../../../src/ir/rule.js';
import { createWorld, reload } from '../../../src/world.js';
import type { World, WorldOptions } from '../../../src/world/api.js';
import { codeOf } from '../../support/code-of.js';

const functions = {
  // It calls a function that stands below it.
  wealth: { arguments: ['x'], value: 'twice(x.gold) + toll(x.soil)' },
  twice: { arguments: ['n'], value: 'n * 2' },
  toll: { arguments: ['s'], value: "lookup('tolls', s)" },
  richest: { value: 'objects(town).max(t, wealth(t))' },
  isPoor: { arguments: ['x'], value: 'wealth(x) < limit' },
  mine: { value: 'self.gold' },
  load: { value: 'self.burden' },
};

const expressions = {
  'wealth(self)': 9,
  'richest()': 24,
  'isPoor(self)': true,
  "lookup('tolls', loam) + lookup('grid', sand, 1)": 11,
  "lookup('tolls', self.soil) == toll(self.soil)": true,
  'mine() + load()': 7,
  'objects(town).filter(t, isPoor(t)).count()': 1,
};

function content(sand = 3): Program {
  return defineContent({
    enumerations: { soil: ['sand', 'loam'] },
    constants: { limit: 10 },
    functions,
    tables: {
      tolls: { by: 'soil', values: { sand, loam: 4 } },
      grid: { by: ['soil', 'number'], values: { sand: [5, 7], loam: { 0: 1 } } },
    },
    properties: { gold: {}, soil: { type: 'soil', default: 'sand' } },
    variables: { burden: { default: 4 } },
    kinds: { town: { properties: ['gold', 'soil'], variables: ['burden'] } },
    classes: { market: { kind: 'town' } },
  } as never);
}

function begun(options: WorldOptions = {}): { readonly world: World; readonly town: number } {
  const world = createWorld(content(), options);
  const town = world.spawn({ class: 'market', values: { gold: 3 } });
  world.spawn({ class: 'market', values: { gold: 10, soil: 'loam' } });
  return { world, town };
}

describe.each(['compiled', 'reference'] as const)('an expression of a host (%s)', (executor) => {
  it.each(Object.entries(expressions))('calls functions and reads tables of the content: %s', (text, value) => {
    const { world, town } = begun({ executor });
    expect(world.questions.evaluate(text, { source: town })).toBe(value);
    expect(world.questions.whatIf([]).evaluate(text, town)).toBe(value);
  });
});

describe('an expression of a host', () => {
  it('selects objects', () => {
    const { world, town } = begun();
    expect(world.query({ kind: 'town', where: 'isPoor(self)' })).toEqual([town]);
    expect(world.query({ where: "lookup('tolls', self.soil) > 3" })).toHaveLength(1);
  });

  it('is that of the new content after a reload', () => {
    const { world, town } = begun();
    expect(world.questions.evaluate('wealth(self)', { source: town })).toBe(9);
    expect(reload(world, content(50)).questions.evaluate('wealth(self)', { source: town })).toBe(56);
    expect(world.questions.evaluate('wealth(self)', { source: town })).toBe(9);
  });

  it.each([
    ['welth(self)', /unknown-function: .*did you mean `?wealth/],
    ['wealth()', /wrong-arity: .*wealth/],
    ["lookup('toll', sand)", /unknown-table: .*did you mean `?tolls/],
    ["lookup('tolls', 3)", /sand|soil/],
    ["wealth('sand')", /^type-mismatch: .*expected an object/],
  ])('is refused as in content: %s', (text, error) => {
    const { world, town } = begun();
    expect(codeOf(() => world.questions.evaluate(text, { source: town }))).toMatch(error);
  });

  it('has the bounds of content', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 14 }, (_, i) => [
        `f${i}`,
        { arguments: ['n'], value: i === 0 ? 'n + 1' : `f${i - 1}(n) + f${i - 1}(n)` },
      ]),
    );
    const program = defineContent({ kinds: { town: {} }, functions: doubling } as never);
    const world = createWorld(program);
    const whole = Array.from({ length: 3 }, () => 'f13(1)').join(' + ');
    expect(world.questions.evaluate('f5(1)')).toBe(64);
    expect(codeOf(() => world.questions.evaluate(`${whole} + ${whole}`))).toMatch(/^too-large: .*100,000/);
    const flat = createWorld(program, { limits: { expressionDepth: 12 } });
    expect(codeOf(() => flat.questions.evaluate('f13(1)'))).toMatch(/^too-deep: .*`f13`/);
    expect(flat.questions.evaluate('f2(1)')).toBe(8);
  });

  it('leaves the content as it is: its fingerprint has no functions that nothing calls', () => {
    const bare = defineContent({ kinds: { town: {} } });
    const more = defineContent({ kinds: { town: {} }, functions: { one: { value: 1 } } });
    expect(more.fingerprint).toBe(bare.fingerprint);
    expect(createWorld(more).questions.evaluate('one()')).toBe(1);
  });
});
