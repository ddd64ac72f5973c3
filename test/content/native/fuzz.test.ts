import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ContentSource, defineContent } from '../../../src/content/native/define.js';
import { type LoadResult, loadContent } from '../../../src/content/native/load-content.js';
import { EdictError } from '../../../src/kernel/errors.js';
import { base, load } from './samples.js';
import { propertyRuns } from '../../support/choices.js';
import { longTest } from '../../support/heavy.js';

const sample = `${base}steps:
  size: { property: environment, remember: formerEnvironment, members: { asteroids: { value: asteroids, born: toxic } } }
classes:
  farm:
    kind: building
    duration: 3
    initial: { level: 2, aim: null }
    groups:
      - name: harvest
        label: Harvest
        priority: 50
        activation: ["source.planet.size != asteroids", 'chance(0.5)']
        scope:
          include: target == source.planet
          exclude: >-
            target.environment == gas
            || target.rich
        effects:
          - { meter: maxPopulation, add: "3 * source.level", stacking: 7, label: Farm }
      - scope: { include: "ownedBy(target, source.owner)" }
        effects:
          - { stockpile: minerals, add: 5 }
          - { create: farm, count: 2, initial: { level: value_ } }
          - { step: size, by: -1, on: source }
          - { available: farm }
          - { give: null }
          - { move: source.planet }
          - { destroy: true }
    tags: [grown]
    flags: { ripe: self.level > 3 && self.planet.thriving }
    requires: ["farming in self.ideas && self.minerals > 3", "realm(self).exists(p, p.thriving)"]
    modifiers:
      - { variable: yield, set: "lookup('crops', self.planet.environment, twice(self.level))", priority: 3 }
      - { variable: reserve, add: self.yield, when: ["self.planet.size > small", self.help != 0], label: Store }
      - { others: { kind: building, tag: grown }, variable: rested, set: "attached(self.planet, building).filter(b, b.level > 1).count() > 1" }
variables:
  yield: { default: 1, explanation: What it bears }
  rested: { type: boolean }
  reserve: {}
  help: { input: true }
functions:
  twice: { arguments: [x], value: x + same(x) }
  same: { arguments: [y], value: y }
tables:
  crops: { by: [environment, number], values: { toxic: [1, 2], gas: { 3: 4 } }, default: 5 }
constants: { reach: 2, raging: true }
grids: { map: { kind: system, width: 4, height: 3, wrap: [x] } }
connections:
  realm: { from: empire, to: planet, steps: [{ owned: planet }, { having: rich }, once] }
  around: { from: planet, steps: [{ square: map, distance: 1 }, { attached: planet }, others, sorted] }
  routes: { steps: [{ listed: trade }, { listing: trade }, { ofKind: planet }] }
  pupils: { from: planet, steps: [{ objects: building }, { referrers: aim, kind: building }, { reference: aim }, owner, { owned: planet }, parent] }
expressions:
  mighty: { of: [empire], is: "realm(self).filter(p, p.thriving).collect('MAX', p, p.crime) > reach && focus in self.ideas" }
  trade: { of: planet, is: size(self.trade) }
flows:
  - { constant: crime, amount: "self.size == tiny ? 2 : 1", carrier: { kind: building, where: self.level > 1, times: self.level }, receivers: ground, active: self.thriving }
  - { limited: crime, amount: 3, limit: 9, carrier: planet }
  - { decay: crime, percent: 5, floor: 1, negative: plain, carrier: planet, name: fading }
  - { convert: crime, to: order, amount: 1, carrier: planet }
  - { convertPercent: crime, to: order, percent: 5, floor: 1, correction: rest, carrier: planet }
  - { inhibitedGrowth: crime, inhibitor: order, growth: 10, inhibition: 5, divisor: 1, carrier: planet }
  - { spread: crime, percent: 5, targets: around, carrier: planet }
  - { diffuse: crime, percent: 5, targets: [around, routes], carrier: planet, where: self.kind == planet && self.rich, itself: true }
  - { gather: order, amount: 1, negative: taken, targets: around, carrier: planet }
triggers:
  - name: alarm
    when: ["rival.minerals > 3 && has(rival)", "objects(planet).exists(p, p.thriving)"]
    every: 3
    persistent: true
    disarmed: true
    subject: rival
    direct: objects(planet).first()
    do:
      - { meter: population, add: source.minerals / 10, label: Gift, if: target.owner != source }
      - { delay: 2 }
      - do: [{ check: true }, { do: [{ destroy: true, on: source }], swap: true, subject: null }]
        direct: source
      - { arm: [alarm], disarm: calm }
      - { tell: A gift, values: { of: source, level: "1 + time" } }
      - { bind: rival, to: target.owner }
  - { name: calm, when: "!has(rival)", looks: rise, do: [{ disarm: alarm }] }
environment:
  name: small
  agents: { of: empire, count: 2, where: self.minerals > 0 }
  turns: 50
  capacity: 64
  maps: 3
  observation:
    planets: { of: planet, slots: 4, where: ["self.owner == agent || sees(agent, self)", self.population > 0], order: -self.population, values: { size: self.size > small, people: self.population / reach } }
    own: { values: { minerals: agent.minerals / 100, time: turn / 50 } }
  actions:
    make: { of: building, slots: 3, where: self.owner == agent, property: recipe, choices: [farm], allowed: choice != self.class, prefer: "choice == farm ? 2 : 1" }
    aim: { of: building, slots: 2, property: aim, choices: { of: planet, slots: 4, where: choice.rich && self.level > 1 }, prefer: choice.population }
  reward: { change: agent.minerals }
  lives: "realm(agent).count() > 0"
  terminated: objects(empire).count() < 2
`
  .replace('value_', '1 + 1')
  .replace('focus in self.ideas', 'farming in self.ideas')
  .replace('connections:\n', 'connections:\n  ground: { from: building, to: planet, steps: [parent] }\n')
  .replace(
    'properties: {',
    'properties: { ideas: { type: set, of: focus }, trade: { type: list, of: planet }, crime: { type: integer }, order: { type: integer },',
  )
  .replace('properties: [minerals] }', 'properties: [minerals, ideas] }')
  .replace(
    'formerEnvironment, rich] }',
    'formerEnvironment, rich, crime, order, trade], flags: { thriving: "self.population > 3 && near(self, 1).count() > 1 && raging" } }',
  )
  .replace('properties: [aim, level, recipe] }', 'properties: [aim, level, recipe], variables: [yield, rested] }')
  .replace(
    'population, maxPopulation], properties: [size',
    'population, maxPopulation], variables: [reserve, help], modifiers: [{ variable: reserve, max: 0 }], properties: [size',
  );

/** Whole or not at all: a program with all that it needs, or errors that stand in the text, in order. */
function expectWhole(result: LoadResult, text: string): void {
  if (result.ok) {
    expect(
      Object.keys(result.program)
        .filter((key) => !['environment', 'callable'].includes(key))
        .sort(),
    ).toEqual(['fingerprint', 'model', 'rules']);
    for (const key of ['environment', 'callable'] as const)
      expect(result.program[key] === undefined).toBe(!(key in result.program));
    expect(result.program.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    return;
  }
  expect(result.errors.length).toBeGreaterThan(0);
  const lines = text.replace(/^\ufeff/, '').split('\n');
  let last = { line: 1, column: 1 };
  for (const { severity, code, line, column, message, suggestion } of result.errors) {
    expect(severity).toBe('error');
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(`${message}${suggestion ?? ''}`).not.toMatch(/[\n\u001b]|undefined|\[object/);
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeLessThanOrEqual(lines[line - 1].length + 1);
    expect(line > last.line || (line === last.line && column >= last.column)).toBe(true);
    last = { line, column };
  }
}

test('the sample is sound', () => {
  expect(load(sample)).toMatchObject({ ok: true, warnings: [] });
});

describe('nothing throws, and nothing loads in part', () => {
  longTest('random text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => expectWhole(load(text), text)),
      propertyRuns(60),
    );
  });

  test('random characters that YAML has a use for', () => {
    const character = fc.constantFrom(
      ...Array.from('ab01:-?,[]{}#&*!|>\'"%@`\\ \n\n\t~<=.'),
      'meters',
      'kinds',
      ': ',
      '\n  ',
      '- ',
      '\r\n',
      '"',
      '\ufeff',
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        expectWhole(load(text), text);
      }),
      propertyRuns(200),
    );
  });

  const piece = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '\n',
      ': ',
      '- ',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      ',',
      '*',
      '&a ',
      '!x ',
      '#',
      '|',
      '>',
      '<<',
      '~',
      'null',
      '-1',
      '.nan',
      '1e999',
      '__proto__',
      '\t',
      '\u0000',
      '\\',
    ),
    fc.constantFrom(
      'size',
      'population',
      'maxPopulation',
      'planet',
      'source',
      'target',
      'farm',
      'meters',
      'effects',
      'set',
      'tiny',
      'yield',
      'twice',
      'self',
      'variable',
      'others',
      'techs',
      'trade',
      'thriving',
      'realm',
      'flags',
      'requires',
      'steps',
      'owned',
      'crime',
      'agent',
      'choice',
      'slots',
      'choices',
      'observation',
    ),
    fc.string({ maxLength: 5 }),
  );
  const edit = fc.record({ at: fc.nat(sample.length), remove: fc.nat(12), insert: piece });

  test('sound content with random changes', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        let text = sample;
        for (const { at, remove, insert } of edits) text = text.slice(0, at) + insert + text.slice(at + remove);
        expectWhole(load(text), text);
      }),
      propertyRuns(80),
    );
  });

  test('sound content with lines left out, doubled or swapped', () => {
    const lines = sample.split('\n');
    const change = fc.record({
      line: fc.nat(lines.length - 1),
      with: fc.nat(lines.length - 1),
      how: fc.constantFrom('drop', 'double', 'swap'),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const changed = [...lines];
        for (const { line, with: other, how } of changes) {
          if (how === 'drop') changed[line] = '#';
          else if (how === 'double') changed[line] = `${lines[line]}\n${lines[line]}`;
          else [changed[line], changed[other]] = [lines[other], lines[line]];
        }
        const text = changed.join('\n');
        expectWhole(load(text), text);
      }),
      propertyRuns(60),
    );
  });

  test('data of the right shape and the wrong sense', () => {
    const leaf = fc.oneof(
      fc.constantFrom('a', 'b', 'size', 'true', 'source.a > 1', 'a == b', '', '__proto__', 'constructor'),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
    );
    const name = fc.constantFrom('a', 'b', 'c', 'size', 'owner', 'constructor', '__proto__', '');
    const value = fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(leaf, { maxLength: 3 }),
      fc.dictionary(name, leaf, { maxKeys: 3 }),
    );
    const keyed = (...keys: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
      fc.dictionary(fc.constantFrom(...keys, 'odd'), value, { maxKeys: 5 });
    const effect = keyed(
      'meter',
      'property',
      'stockpile',
      'step',
      'create',
      'destroy',
      'give',
      'move',
      'available',
      'hold',
      'bind',
      'become',
      'raise',
      'values',
      'renew',
      'in',
      'to',
      'by',
      'set',
      'add',
      'on',
      'stacking',
      'count',
      'initial',
      'label',
    );
    const group = fc.record(
      { name: value, activation: value, scope: value, effects: fc.array(effect, { maxLength: 3 }) },
      { requiredKeys: [] },
    );
    const modifier = keyed('variable', 'set', 'add', 'max', 'when', 'others', 'priority', 'label');
    const step = fc.oneof(
      fc.constantFrom('owner', 'parent', 'once', 'others', 'sorted', 'odd'),
      keyed(
        'objects',
        'reference',
        'attached',
        'owned',
        'referrers',
        'kind',
        'listed',
        'listing',
        'square',
        'distance',
        'ofKind',
        'having',
      ),
    );
    const flow = keyed(
      'constant',
      'limited',
      'decay',
      'convert',
      'convertPercent',
      'inhibitedGrowth',
      'spread',
      'diffuse',
      'gather',
      'amount',
      'limit',
      'percent',
      'floor',
      'to',
      'targets',
      'carrier',
      'receivers',
      'active',
      'where',
    );
    const action = keyed(
      'meter',
      'add',
      'create',
      'destroy',
      'bind',
      'to',
      'on',
      'delay',
      'check',
      'arm',
      'disarm',
      'tell',
      'values',
      'do',
      'if',
      'subject',
      'direct',
      'swap',
    );
    const actions = fc.array(
      fc.oneof(action, fc.record({ do: fc.array(action, { maxLength: 2 }), if: value }, { requiredKeys: ['do'] })),
      { maxLength: 3 },
    );
    const trigger = fc.record(
      {
        name,
        when: fc.oneof(value, fc.constantFrom('a.b > 1', 'has(a)', 'time > 3')),
        every: value,
        looks: fc.constantFrom('sweep', 'rise', 'odd'),
        persistent: value,
        disarmed: value,
        subject: value,
        direct: value,
        do: actions,
      },
      { requiredKeys: ['name', 'when', 'do'] },
    );
    const flags = fc.dictionary(name, fc.oneof(value, fc.constantFrom('self.a', 'self.b && self.c', 'a in self.b')), {
      maxKeys: 2,
    });
    const block = fc.dictionary(
      name,
      fc.record(
        {
          of: value,
          slots: fc.oneof(value, fc.constant(3)),
          where: value,
          order: value,
          values: fc.dictionary(name, fc.oneof(value, fc.constantFrom('agent.a', 'self.b > 1')), { maxKeys: 2 }),
        },
        { requiredKeys: [] },
      ),
      { maxKeys: 2 },
    );
    const order = fc.dictionary(
      name,
      fc.record(
        {
          of: value,
          slots: fc.oneof(value, fc.constant(3)),
          where: value,
          order: value,
          property: value,
          allowed: fc.oneof(value, fc.constantFrom('choice == a', 'choice != self.b')),
          prefer: value,
          choices: fc.oneof(value, keyed('of', 'slots', 'where')),
        },
        { requiredKeys: ['property'] },
      ),
      { maxKeys: 2 },
    );
    const environment = fc.record(
      {
        name: value,
        agents: keyed('of', 'count', 'where'),
        capacity: fc.oneof(value, fc.constant(64)),
        turns: value,
        maps: value,
        observation: block,
        actions: order,
        reward: fc.oneof(value, keyed('change')),
        lives: value,
        terminated: value,
      },
      { requiredKeys: ['observation', 'actions'] },
    );
    const content = fc.record(
      {
        environment,
        constants: fc.dictionary(name, value, { maxKeys: 2 }),
        grids: fc.dictionary(name, keyed('kind', 'width', 'height', 'wrap'), { maxKeys: 2 }),
        connections: fc.dictionary(
          name,
          fc.record(
            { from: value, to: value, steps: fc.oneof(value, fc.array(step, { maxLength: 3 })) },
            { requiredKeys: [] },
          ),
          { maxKeys: 2 },
        ),
        expressions: fc.dictionary(name, keyed('of', 'is'), { maxKeys: 2 }),
        flows: fc.array(flow, { maxLength: 2 }),
        triggers: fc.array(trigger, { maxLength: 2 }),
        enumerations: fc.dictionary(name, value, { maxKeys: 3 }),
        roles: value,
        relations: fc.dictionary(name, keyed('symmetric'), { maxKeys: 3 }),
        stacking: fc.dictionary(fc.constantFrom('0', '1', '7', 'x'), value, { maxKeys: 2 }),
        meters: fc.dictionary(name, keyed('type', 'default', 'bounds', 'max', 'target', 'growth', 'reset'), {
          maxKeys: 3,
        }),
        properties: fc.dictionary(name, keyed('type', 'of', 'default'), { maxKeys: 3 }),
        variables: fc.dictionary(name, keyed('type', 'default', 'input', 'explanation'), { maxKeys: 3 }),
        functions: fc.dictionary(
          fc.oneof(name, fc.constantFrom('f', 'g')),
          fc.record(
            {
              arguments: value,
              value: fc.oneof(value, fc.constantFrom('f(a)', 'g(1) + f(b)', 'a + b', 'self.a', 'lookup(a, b)')),
            },
            { requiredKeys: [] },
          ),
          { maxKeys: 3 },
        ),
        tables: fc.dictionary(name, keyed('by', 'type', 'default', 'values'), { maxKeys: 3 }),
        kinds: fc.dictionary(
          name,
          fc.record(
            {
              faction: value,
              attachesTo: value,
              orphan: value,
              meters: value,
              properties: value,
              variables: value,
              modifiers: fc.array(modifier, { maxLength: 2 }),
              flags,
            },
            { requiredKeys: [] },
          ),
          { maxKeys: 3 },
        ),
        steps: fc.dictionary(name, keyed('property', 'remember', 'members'), { maxKeys: 2 }),
        classes: fc.dictionary(
          name,
          fc.record(
            {
              kind: value,
              duration: value,
              initial: value,
              tags: value,
              flags,
              requires: value,
              modifiers: fc.array(modifier, { maxLength: 2 }),
              groups: fc.array(group, { maxLength: 2 }),
            },
            { requiredKeys: [] },
          ),
          { maxKeys: 3 },
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(content, (data) => {
        const text = JSON.stringify(data);
        const result = loadContent([{ file: 'content.yaml', text }]);
        expectWhole(result, text);
        const parsed = JSON.parse(text) as ContentSource;
        try {
          const program = defineContent(parsed);
          expect(result.ok && result.program.fingerprint).toBe(program.fingerprint);
        } catch (error) {
          expect(error).toBeInstanceOf(EdictError);
          expect(result.ok).toBe(false);
        }
      }),
      propertyRuns(80),
    );
  });
});
