import { describe, expect, test } from 'vitest';
import { printNode } from '../../../src/eval/make-node.js';
import { loadContent } from '../../../src/content/native/load-content.js';
import { base, load, rulesOf, sound, withEffect, withGroup } from './samples.js';
import { longTest } from '../../support/heavy.js';

describe('the model', () => {
  const { model } = sound(`${base}steps:
  size:
    property: environment
    remember: formerEnvironment
    members: { gasGiant: { value: gas, born: toxic }, asteroids: { value: asteroids, born: inferno } }
classes:
  farm: { kind: building, duration: 3, invisible: true, initial: { level: 2, recipe: mill, aim: null } }
  mill: { kind: building }
`);

  test('enumerations', () => {
    expect(
      model.enumerations.map(({ index, name, order, ring, members }) => [index, name, order, ring, members.length]),
    ).toEqual([
      [0, 'focus', 'none', 0, 2],
      [1, 'size', 'ordered', 0, 7],
      [2, 'environment', 'wheel', 3, 5],
    ]);
    expect(model.enumerations[2].members).toEqual(['swamp', 'toxic', 'inferno', 'asteroids', 'gas']);
  });

  test('columns: meters first, with what each type is stored as', () => {
    expect(
      model.columns.map(({ index, name, role, type, storage, integer }) => [
        index,
        name,
        role,
        type.name,
        storage,
        integer,
      ]),
    ).toEqual([
      [0, 'population', 'meter', 'number', 'f64', false],
      [1, 'maxPopulation', 'meter', 'number', 'f64', false],
      [2, 'size', 'property', 'enumeration', 'u8', false],
      [3, 'environment', 'property', 'enumeration', 'u8', false],
      [4, 'formerEnvironment', 'property', 'enumeration', 'u8', false],
      [5, 'aim', 'property', 'entity', 'f64', false],
      [6, 'rich', 'property', 'boolean', 'u8', false],
      [7, 'level', 'property', 'number', 'i32', true],
      [8, 'recipe', 'property', 'class', 'i32', false],
      [9, 'minerals', 'property', 'number', 'f64', false],
    ]);
    expect(model.columns[0]).toMatchObject({ initial: 1, minimum: 0, maximum: 1000, reset: false, cap: 1 });
    expect(model.columns[1]).toMatchObject({ initial: 0, minimum: -Infinity, maximum: Infinity, reset: true, cap: -1 });
    expect(model.columns[2]).toMatchObject({ type: { index: 1 }, initial: 4 });
    expect([...model.columns[2].kinds]).toEqual([0, 0, 0, 1, 0, 0]);
  });

  test('other types of meters, and bounds on one side', () => {
    const { columns } = sound(
      'meters: { a: { type: float32, default: 0.1 }, b: { type: integer, default: -3, bounds: [null, 5] } }',
    ).model;
    expect(columns[0]).toMatchObject({ storage: 'f32', initial: Math.fround(0.1), integer: false });
    expect(columns[1]).toMatchObject({ storage: 'i32', initial: -3, integer: true, minimum: -Infinity, maximum: 5 });
  });

  test('defaults of properties', () => {
    const { columns } = sound(`enumerations: { focus: [farming, industry] }
properties: { a: {}, b: { type: boolean, default: true }, c: { type: focus, default: industry }, d: { type: focus, default: null }, e: { type: class, default: farm } }
kinds: { k: {} }
classes: { mill: { kind: k }, farm: { kind: k } }`).model;
    expect(columns.map(({ initial }) => initial)).toEqual([0, 1, 2, 0, 2]);
  });

  test('kinds', () => {
    expect(
      model.kinds.map(({ index, name, faction, node, ownership, attachesTo, orphan, columns }) => ({
        index,
        name,
        faction,
        node,
        ownership,
        attachesTo,
        orphan,
        columns,
      })),
    ).toEqual([
      {
        index: 1,
        name: 'empire',
        faction: true,
        node: false,
        ownership: { rule: 'none' },
        attachesTo: [],
        orphan: 'destroy',
        columns: [9],
      },
      {
        index: 2,
        name: 'system',
        faction: false,
        node: true,
        ownership: { rule: 'through', kind: 3 },
        attachesTo: [],
        orphan: 'destroy',
        columns: [],
      },
      {
        index: 3,
        name: 'planet',
        faction: false,
        node: false,
        ownership: { rule: 'stored' },
        attachesTo: [2],
        orphan: 'destroy',
        columns: [0, 1, 2, 3, 4, 6],
      },
      {
        index: 4,
        name: 'building',
        faction: false,
        node: false,
        ownership: { rule: 'stored' },
        attachesTo: [3],
        orphan: 'destroy',
        columns: [5, 7, 8],
      },
      {
        index: 5,
        name: 'ship',
        faction: false,
        node: false,
        ownership: { rule: 'stored' },
        attachesTo: [2],
        orphan: 'detach',
        columns: [],
      },
    ]);
  });

  test('classes', () => {
    expect(model.classes[0]).toMatchObject({ index: 1, name: 'farm', kind: 4, duration: 3, invisible: true });
    expect([...model.classes[0].initial]).toEqual([
      [5, 0],
      [7, 2],
      [8, 2],
    ]);
    expect(model.classes[1]).toMatchObject({ index: 2, name: 'mill', duration: 0, invisible: false });
  });

  test('what stepping brings with it', () => {
    expect(model.columns[2].companion).toMatchObject({ property: 3, remember: 4 });
    expect([...(model.columns[2].companion?.members ?? [])]).toEqual([
      [1, { value: 4, born: 3 }],
      [7, { value: 5, born: 2 }],
    ]);
  });

  test('names, roles and stacking', () => {
    expect(model.kindByName.get('ship')?.index).toBe(5);
    expect(model.columnByName.get('level')).toBe(model.columns[7]);
    expect(model.classByName.get('mill')).toBe(model.classes[1]);
    expect(model.roles).toEqual(['rival']);
    expect([...model.stacking]).toEqual([[7, 'largest']]);
  });

  test('relations of all files, symmetric unless they say otherwise', () => {
    const { relations } = sound(
      'relations: { war: {}, envy: { symmetric: false } }',
      'relations: { pact: { symmetric: true } }',
    ).model;
    expect(relations).toEqual([
      { name: 'war', symmetric: true },
      { name: 'envy', symmetric: false },
      { name: 'pact', symmetric: true },
    ]);
    expect([relations, relations[0]].map((part) => Object.isFrozen(part))).toEqual([true, true]);
    expect(model.relations).toEqual([]);
  });

  test('is frozen', () => {
    for (const part of [
      model,
      model.columns,
      model.columns[0],
      model.kinds[0],
      model.classes[0],
      model.enumerations[0],
    ]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});

describe('rules', () => {
  test('what is not said', () => {
    const [rule] = rulesOf(withGroup('effects: [{ destroy: true }]'));
    expect(rule).toMatchObject({
      index: 0,
      name: 'farm/1',
      label: 'farm/1',
      carrier: { by: 'class', class: 1 },
      phase: 'actions',
      priority: 100,
      claims: 0,
      dispatch: 'rule',
      activation: [],
      include: [],
      exclude: [],
      reads: [],
      writes: [],
      structural: true,
      effects: [{ kind: 'destroy', recipient: 'target', stacking: 0, label: '' }],
      origin: { file: 'content.yaml', line: 21, column: 9 },
    });
  });

  test('what is said', () => {
    const [rule] = rulesOf(
      withGroup(`name: harvest
label: Harvest
priority: 5
activation: [source.level > 1, "true"]
scope: { include: target == source.planet, exclude: [target.size == tiny, "false"] }
effects:
  - { meter: maxPopulation, add: 3 * source.level, stacking: 4, label: Farm }
  - { meter: population, max: value + 1, on: source }`),
    );
    expect(rule).toMatchObject({
      name: 'farm/harvest',
      label: 'Harvest',
      phase: 'meters',
      priority: 5,
      structural: false,
    });
    expect(rule.activation).toHaveLength(2);
    expect(rule.texts).toEqual({
      activation: ['source.level > 1', 'true'],
      include: ['target == source.planet'],
      exclude: ['target.size == tiny', 'false'],
    });
    expect(rule.include).toHaveLength(1);
    expect(rule.exclude).toHaveLength(2);
    expect(rule.effects[0]).toMatchObject({
      kind: 'modify',
      column: 1,
      modification: 'add',
      stacking: 4,
      label: 'Farm',
      recipient: 'target',
    });
    expect(rule.effects[1]).toMatchObject({ kind: 'modify', column: 0, modification: 'maximum', recipient: 'source' });
    expect(rule.reads).toEqual([2, 7]);
    expect(rule.writes).toEqual([0, 1]);
    expect(rulesOf(withGroup('name: harvest\neffects: []'))[0].label).toBe('harvest');
  });

  test('are in the order in which they run', () => {
    const rules = rulesOf(
      `${base}classes:
  b:
    kind: building
    groups:
      - { name: late, priority: 200, effects: [{ meter: population, add: 1 }] }
      - { name: action, priority: 1, effects: [{ destroy: true }] }
      - { name: middle, effects: [{ meter: population, add: 1 }] }
  a:
    kind: building
    groups:
      - { name: same, effects: [{ meter: population, add: 1 }] }
      - { name: early, priority: -1.5, effects: [{ meter: population, add: 1 }] }
`,
      'classes: { c: { kind: ship, groups: [{ effects: [{ meter: population, add: 1 }] }] } }',
    );
    expect(rules.map(({ name, index, phase }) => [name, index, phase])).toEqual([
      ['a/early', 4, 'meters'],
      ['b/middle', 2, 'meters'],
      ['a/same', 3, 'meters'],
      ['c/1', 5, 'meters'],
      ['b/late', 0, 'meters'],
      ['b/action', 1, 'actions'],
    ]);
  });

  test('see the source in an activation, and test the target in a scope', () => {
    const [rule] = rulesOf(
      withGroup(`activation: source.population > 1
scope: { include: target.population > source.population, exclude: [] }
effects: [{ stockpile: minerals, add: target.population }]`),
    );
    expect(printNode(rule.activation[0])).toContain('(read 0 missing (slot 0))');
    expect(printNode(rule.include[0])).toContain('(read 0 missing (slot 1))');
    expect(printNode(rule.include[0])).toContain('(read 0 zero (slot 0))');
    expect(rule.effects[0].kind === 'modify' ? printNode(rule.effects[0].amount) : '').toBe('(read 0 zero (slot 1))');
  });

  test('draw at places of their own', () => {
    const [rule] = rulesOf(
      withGroup(
        'activation: [chance(0.5), chance(0.5)]\nscope: { include: chance(0.5) }\neffects: [{ meter: population, add: random() }]',
      ),
    );
    const amount = rule.effects[0].kind === 'modify' ? [rule.effects[0].amount] : [];
    const sites = [...rule.activation, ...rule.include, ...amount].map(
      (node) => /draw (\d+)/.exec(printNode(node))?.[1],
    );
    expect(sites).toEqual(['0', '1', '2', '3']);
  });
});

describe('effects', () => {
  const effectOf = (text: string): unknown => rulesOf(withEffect(text))[0].effects[0];
  const print = (node: unknown): string => printNode(node as Parameters<typeof printNode>[0]);

  test.each([
    ['set', 'set'],
    ['add', 'add'],
    ['multiply', 'multiply'],
    ['divide', 'divide'],
    ['min', 'minimum'],
    ['max', 'maximum'],
  ])('%s', (key, modification) => {
    expect(effectOf(`{ meter: population, ${key}: 2 }`)).toMatchObject({ kind: 'modify', column: 0, modification });
    expect(effectOf(`{ property: level, ${key}: 2 }`)).toMatchObject({ kind: 'modify', column: 7, modification });
    expect(effectOf(`{ stockpile: minerals, ${key}: 2 }`)).toMatchObject({
      kind: 'modify',
      column: 9,
      modification,
      recipient: 'empires',
    });
  });

  test.each([
    ['{ property: size, set: tiny }', '(constant enumeration 1 2)'],
    ['{ property: size, set: "\'tiny\'" }', '(constant enumeration 1 2)'],
    ['{ property: size, set: null }', '(constant enumeration 1 0)'],
    ['{ property: rich, set: true }', '(constant boolean 1)'],
    ['{ property: recipe, set: farm }', '(constant class 1)'],
    ['{ property: aim, set: null }', '(constant entity 0)'],
    ['{ property: aim, set: source.planet }', '(follow ancestor 3 (slot 0))'],
    ['{ property: level, set: 5 }', '(constant number 5)'],
    ['{ property: level, set: -0x10 }', '(constant number -16)'],
    ['{ property: level, set: "value + 1" }', '(add (running number) (constant number 1))'],
  ])('%s', (text, amount) => {
    const effect = effectOf(text) as { readonly amount: unknown };
    expect(print(effect.amount).replace('(negate (constant number 16))', '(constant number -16)')).toBe(amount);
  });

  test('step', () => {
    expect(effectOf('{ step: size, by: -2, on: source }')).toMatchObject({
      kind: 'step',
      column: 2,
      recipient: 'source',
    });
    expect(print((effectOf('{ step: size }') as { readonly by: unknown }).by)).toBe('(constant number 1)');
    const steps = 'steps: { size: { property: environment, remember: formerEnvironment, members: {} } }\n';
    const [rule] = rulesOf(`${withEffect('{ step: size, by: source.level }')}${steps}`);
    expect(rule.reads).toEqual([2, 3, 4, 7]);
    expect(rule.writes).toEqual([2, 3, 4]);
  });

  test('create', () => {
    const effect = effectOf(
      '{ create: farm, count: source.level, initial: { level: value_, aim: target } }'.replace('value_', '2 * 3'),
    ) as {
      readonly class: unknown;
      readonly count: unknown;
      readonly initial: readonly { readonly column: number; readonly value: unknown }[];
    };
    expect(print(effect.class)).toBe('(constant class 1)');
    expect(print(effect.count)).toBe('(read 7 climb initial (slot 0))');
    expect(effect.initial.map(({ column, value }) => `${column} ${print(value)}`)).toEqual([
      '7 (multiply (constant number 2) (constant number 3))',
      '5 (slot 1)',
    ]);
    expect(effectOf('{ create: source.class }')).toMatchObject({ kind: 'create', initial: [] });
    expect(print((effectOf('{ create: source.recipe }') as { readonly count: unknown }).count)).toBe(
      '(constant number 1)',
    );
    expect(rulesOf(withEffect('{ create: farm, initial: { level: 1 } }'))[0]).toMatchObject({
      structural: true,
      writes: [7],
    });
  });

  test('a class whose name is no identifier', () => {
    const text = `${withEffect('{ create: Level 5 Farm }')}  Level 5 Farm: { kind: building }\n`;
    expect(rulesOf(text)[0].effects[0]).toMatchObject({ class: { data: { value: 2 } } });
  });

  test('available, give, move and destroy', () => {
    const available = effectOf('{ available: farm, to: source.rich }') as {
      readonly class: unknown;
      readonly available: unknown;
    };
    expect(available).toMatchObject({ kind: 'availability', recipient: 'empires' });
    expect(print(available.class)).toBe('(constant class 1)');
    expect(print((effectOf('{ available: farm }') as { readonly available: unknown }).available)).toBe(
      '(constant boolean 1)',
    );
    expect(effectOf('{ give: source.owner }')).toMatchObject({ kind: 'give', recipient: 'target' });
    expect(print((effectOf('{ give: null }') as { readonly owner: unknown }).owner)).toBe('(constant entity 0)');
    expect(effectOf('{ move: source.planet.system }')).toMatchObject({ kind: 'move' });
    expect(effectOf('{ destroy: true, on: empires, stacking: 3, label: End }')).toEqual({
      kind: 'destroy',
      recipient: 'empires',
      stacking: 3,
      label: 'End',
    });
  });
});

describe('growth', () => {
  test('by a formula, or by 1 toward the target', () => {
    const { rules, model } = sound(`meters:
  a: { growth: "value + self.b" }
  b: { target: goal of b }
  goal of b: {}
  c: { target: goal of b, growth: value }
  d: {}
`);
    expect(rules.growths.map(({ column }) => model.columns[column].name)).toEqual(['a', 'b', 'c']);
    expect(rules.growths.map(({ formula }) => printNode(formula))).toEqual([
      '(add (running number) (read 1 zero (slot 0)))',
      expect.stringContaining('(read 2 zero (slot 0))'),
      '(running number)',
    ]);
    const written = sound('meters: { b: { growth: "approach(value, self.goal, 1)" }, goal: {} }').rules.growths[0];
    const implied = sound('meters: { b: { target: goal }, goal: {} }').rules.growths[0];
    expect(printNode(implied.formula)).toBe(printNode(written.formula));
  });
});

describe('files', () => {
  test('nothing at all is content', () => {
    expect(loadContent([]).ok).toBe(true);
    expect(load('').ok).toBe(true);
    expect(load('# only a comment\n').ok).toBe(true);
    expect(load('--- \n...\n').ok).toBe(true);
  });

  test('sections of several files are merged', () => {
    const program = sound(
      'kinds: { a: {} }\nmeters: { m: {} }',
      'kinds: { b: { attachesTo: [a] } }',
      'meters: { n: {} }\nroles: [r]',
    );
    expect(program.model.kinds.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(program.model.columns.map(({ name }) => name)).toEqual(['m', 'n']);
  });

  test('a profile in one file holds for all', () => {
    const text = withGroup('scope: { include: target.population > 1 }\neffects: [{ meter: maxPopulation, add: 1 }]');
    expect(load(text).ok).toBe(true);
    expect(load(text, 'profile: effects-v0.3').ok).toBe(false);
  });

  test('a byte order mark, CR LF and comments make no difference', () => {
    const text = withEffect('{ meter: population, add: 1 }');
    const { fingerprint } = sound(text);
    expect(sound(`\ufeff${text}`).fingerprint).toBe(fingerprint);
    expect(sound(text.replaceAll('\n', '\r\n')).fingerprint).toBe(fingerprint);
    expect(sound(text.replaceAll('\n', ' # comment\n')).fingerprint).toBe(fingerprint);
  });
});

describe('the fingerprint', () => {
  const text = withEffect('{ meter: population, add: 1 }');

  test('does not depend on names of files, labels or the way things are written', () => {
    const { fingerprint } = sound(text);
    const renamed = loadContent([{ file: 'other.yaml', text }]);
    expect(renamed.ok ? renamed.program.fingerprint : '').toBe(fingerprint);
    expect(sound(text.replace('add: 1 }', 'add: "1.0", label: One, stacking: 0 }')).fingerprint).toBe(fingerprint);
    expect(
      sound(
        text
          .replace('- name: test', '- { name: test,')
          .replace('\n        scope:', ' scope:')
          .replace(
            '\n        effects:\n          - { meter: population, add: 1 }',
            ', effects: [{ meter: population, add: (1) }] }',
          ),
      ).fingerprint,
    ).toBe(fingerprint);
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
  });

  test.each([
    ['add: 1', 'add: 2'],
    ['add: 1', 'set: 1'],
    ['add: 1', 'add: 1, on: source'],
    ['add: 1', 'add: 1, stacking: 1'],
    ['name: test', 'name: other'],
    ['name: test', 'priority: 3'],
    ['target == source', 'target == target'],
    ['roles: [rival]', 'roles: [rivals]'],
    ['7: largest', '7: smallest'],
    ['orphan: detach', 'orphan: destroy'],
    ['bounds: [0, 1000]', 'bounds: [0, 1001]'],
    ['default: 1,', 'default: 2,'],
    ['reset: true', 'reset: false'],
    ['wheel: [swamp, toxic', 'wheel: [toxic, swamp'],
    ['focus: [farming, industry]', 'focus: [farming, science]'],
    ['max: maxPopulation,', ''],
    ['target: maxPopulation }', '}'],
    ['kind: building\n', 'kind: building\n    duration: 1\n'],
    ['kind: building\n', 'kind: building\n    invisible: true\n'],
    ['kind: building\n', 'kind: building\n    initial: { level: 1 }\n'],
    ['roles: [rival]', 'relations: { rival: {} }'],
  ])('depends on what content means: %s, %s', (from, to) => {
    expect(text).toContain(from);
    expect(sound(text.replace(from, to)).fingerprint).not.toBe(sound(text).fingerprint);
  });
});

longTest('three thousand rules load: all pairs of them would take longer than a test may', () => {
  const content = (count: number): string =>
    `${base}classes:\n${Array.from(
      { length: count },
      (_, i) => `  farm${i}:
    kind: building
    groups:
      - name: harvest
        activation: source.planet.size != asteroids
        scope: { include: target == source.planet, exclude: [target.environment == gas] }
        effects: [{ meter: maxPopulation, add: 3 * source.level, stacking: 7, label: Farm }]
`,
    ).join('')}`;
  expect(sound(content(3_000)).rules.rules).toHaveLength(3_000);
});
