import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EdictError } from '../../src/kernel/errors.js';
import { formatOf } from '../../src/scenarios/format-of.js';
import { checkScenario } from '../../src/scenarios/native/check-scenario.js';
import { nativeFormat } from '../../src/scenarios/native/native-format.js';
import { readScenario } from '../../src/scenarios/native/read-native-scenario.js';
import { propertyRuns } from '../support/choices.js';

/** A scenario of one planet, with steps. */
function planet(steps: string, world = '[{ name: Terra, kind: planet }]'): string {
  return `format: edict-scenario/1
content:
  enumerations: { size: [small, large] }
  meters: { population: { default: 3 } }
  properties: { size: { type: size }, twin: { type: reference } }
  kinds: { planet: { meters: [population], properties: [size, twin] }, moon: { attachesTo: [planet] } }
world: { objects: ${world} }
steps: ${steps}
`;
}

/** Why the only case of a scenario fails. */
function failureOf(text: string): string | undefined {
  return nativeFormat.load({ file: 'test.yaml', text })[0].run();
}

/** The places and messages of what is wrong with a file. */
function problemsOf(text: string): readonly string[] {
  const read = readScenario('test.yaml', text);
  return read.ok ? [] : read.errors.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe('failing expectations say what is and what was expected', () => {
  it.each([
    ['a number', '{ object: Terra, values: { population: 5 } }', 'planet Terra population is 3, expected 5'],
    ['a word', '{ object: Terra, values: { size: large } }', 'planet Terra size is none, expected large'],
    ['a reference', '{ object: Terra, values: { twin: Terra } }', 'planet Terra twin is none, expected Terra'],
    [
      'outside a tolerance',
      '{ object: Terra, values: { population: 3.5 }, within: 0.25 }',
      'planet Terra population is 3, expected 3.5',
    ],
    [
      'several at once',
      '{ object: Terra, values: { population: 5 }, kind: moon }',
      'planet Terra kind is planet, expected moon; planet Terra population is 3, expected 5',
    ],
    ['existence', '{ object: Terra, exists: false }', 'planet Terra exists, expected it to be gone'],
    ['a place', '{ object: Terra, in: Terra }', 'planet Terra place is none, expected Terra'],
    ['a position', '{ object: Terra, position: { x: 1, y: 2 } }', 'planet Terra position is none, expected (1, 2)'],
    ['a column that it has', '{ object: Terra, lacks: [size] }', 'planet Terra size is none, expected it to lack size'],
    ['a count', '{ count: { kind: planet, is: 2 } }', 'the count of planet is 1, expected 2'],
    [
      'who they are',
      '{ which: { where: "self.population > 3", are: [Terra] } }',
      'the objects (object where self.population > 3) lack Terra, expected Terra',
    ],
    ['a value', '{ evaluate: { expression: "1 + 1", is: 3 } }', '1 + 1 is 2, expected 3'],
    ['an absence', '{ evaluate: { expression: "1 + 1", absent: true } }', '1 + 1 is 2, expected it to be absent'],
    ['a turn', '{ turn: 4 }', '0 turns are completed, expected 4'],
  ])('%s', (_what, expectation, message) => {
    expect(failureOf(planet(`[{ expect: ${expectation} }]`))).toBe(`test.yaml:8: before the first step ${message}`);
  });

  it('and after which step', () => {
    expect(failureOf(planet('[{ run: 1 }, { expect: { turn: 1 } }, { run: 1 }, { expect: { turn: 1 } }]'))).toMatch(
      /^test.yaml:8: after step 3 2 turns/,
    );
  });
});

describe('a tolerance', () => {
  it('lets numbers be off', () => {
    expect(
      failureOf(planet('[{ expect: { object: Terra, values: { population: 3.25 }, within: 0.25 } }]')),
    ).toBeUndefined();
  });
});

describe('steps that cannot be done say why, and where', () => {
  it.each([
    [
      '[{ destroy: Tera }]',
      'test.yaml:8: step 1 (destroy): no object of the scenario is called "Tera" so far; did you mean `Terra`?',
    ],
    [
      '[{ expect: { object: Mars, exists: true } }]',
      'test.yaml:8: step 1 (expect): no object of the scenario is called "Mars" so far; known are Terra',
    ],
    ['[{ expect: { object: Terra, values: { popultion: 1 } } }]', 'did you mean `population`?'],
    ['[{ set: { object: Terra, values: { population: large } } }]', 'step 1 (set): population cannot be "large"'],
    ['[{ restore: start }]', 'there is no snapshot "start" so far'],
    ['[{ expect: { same: start } }]', 'there is no mark or snapshot "start" so far'],
    ['[{ spawn: { name: Terra, kind: planet } }]', 'two objects are called "Terra"'],
    ['[{ name: { Luna: { kind: moon } } }]', 'object 1 of 0 that fit'],
    ['[{ expect: { evaluate: { expression: "1 +", is: 1 } } }]', 'in "1 +"'],
    ['[{ run: 1, fails: {} }]', 'step 1 (run): it succeeded, expected it to fail'],
    ['[{ set: { object: Terra, values: { mass: 1 } }, fails: { code: full } }]', 'it failed with unknown-name'],
    ['[{ set: { object: Terra, values: { mass: 1 } }, fails: { message: full } }]', 'expected a message with "full"'],
  ])('%s', (steps, message) => {
    expect(failureOf(planet(steps))).toContain(message);
  });
});

it('a world that cannot be made says which object, and where', () => {
  expect(failureOf(planet('[]', '[{ name: Terra, kind: planet }, { name: Luna, kind: moon, in: Tera }]'))).toBe(
    'the world cannot be made:\ntest.yaml:7:51: object Luna: no object of the scenario is called "Tera" so far; did you mean `Terra`?',
  );
  expect(failureOf(planet('[]', '[{ kind: plant }]'))).toMatch(/object \[0\]: .*did you mean `planet`\?/);
});

it('check finds what cannot be made, or asked, case by case', () => {
  const world =
    '[{ name: Terra, kind: plant }, { name: Luna, kind: moon, in: Terra }, { name: Mars, kind: planet, values: { mass: 1, twin: Luna } }]';
  const steps = `
  - destroy: Mras
  - set: { object: Mars, values: { popultion: 1 } }
  - expect: { count: { where: "self.population >", is: 1 } }
  - expect: { evaluate: { expression: "target.popultion", target: Mars, is: 1 } }
  - expect: { count: { class: farm, is: 0 } }
  - restore: start
  - { destroy: Nobody, fails: {} }`;
  const errors = checkScenario('test.yaml', planet(steps, world)).flatMap((each) => each.errors);
  const found = errors.map(({ line, code }) => `${line} ${code}`);
  expect(found.map((each) => each.split(' ')[0])).toEqual(
    expect.arrayContaining(['7', '9', '10', '11', '12', '13', '14']),
  );
  expect(found.some((each) => each.startsWith('15'))).toBe(false);
});

it('references may point to objects that come later', () => {
  expect(
    failureOf(
      planet(
        '[{ expect: { object: Terra, values: { twin: Mars } } }]',
        '[{ name: Terra, kind: planet, values: { twin: Mars } }, { name: Mars, kind: planet }]',
      ),
    ),
  ).toBeUndefined();
});

describe('files that do not fit the format', () => {
  it.each([
    ['steps: []', ['1:1 the scenario has no `format`, expected `edict-scenario/1`']],
    [planet('[{ run: -1 }]'), ['8:16 `steps[0].run` is `-1`, expected a whole number from 0']],
    [planet('[{ run: 1.5 }]'), ['8:16 `steps[0].run` is `1.5`, expected a whole number']],
    [planet('[{ run: 1, destroy: Terra }]'), ['8:9 a step does several things (run, destroy)']],
    [planet('[{}]'), ['8:9 a step does nothing']],
    [planet('[{ expect: { object: Terra } }]'), ['8:19 nothing is expected of the object']],
    [planet('[{ expect: { owner: Terra } }]'), ['8:19 an expectation is about nothing']],
    [planet('[{ expect: { turn: 1, values: {} } }]'), ['8:30 values does not go with turn']],
    [planet('[{ expect: { evaluate: { expression: "1" } } }]'), ['an evaluation needs either is or absent']],
    [planet('[{ move: { object: Terra } }]'), ['a move leads nowhere']],
    [planet('[]', '[{ name: Terra }]'), ['7:20 an object has neither class nor kind']],
    [planet('[]', '[{ name: 7, kind: planet }]'), ['7:28 `world.objects[0].name` is `7`, expected a name']],
    [planet('[]', '[{ kind: planet, x: 1 }]'), ['a point needs both x and y']],
    [planet('[]', '[{ kind: planet, x: 1, y: 1, in: A }]'), ['a place is given twice']],
    [planet('[]', '[{ kind: planet, name: A, copies: 2 }]'), ['an object with copies has no name']],
    [
      planet('[]').replace('steps: []', 'cases: [{ name: a }]'),
      ['8:9 a case has neither steps nor rejected; give it one of them, steps: [] where there is nothing to do'],
    ],
    [
      planet('[]').replace('steps: []', 'cases: [{ name: a, steps: [] }, { name: a, steps: [] }]'),
      ['two cases are called a'],
    ],
    [
      planet('[]').replace('steps: []', 'cases: []'),
      ['8:8 `cases` is an empty list, expected at least one thing in it'],
    ],
    [planet('[]').replace('content:', 'contnet:'), ['2:1 `contnet` is not a key of the scenario']],
    [planet('&a []'), ['8:8']],
    [planet('!!seq []'), ['8:8']],
    [`${planet('[]')}__proto__: { x: 1 }\n`, ['9:1 `__proto__` is reserved']],
    [`${planet('[]')}<<: { x: 1 }\n`, ['9:1']],
    [`${planet('[]')}steps: []\n`, ['9:1']],
    ['format: edict-scenario/1\u0000', ['1:25 the file holds the control character U+0000']],
  ])('number %#', (text, starts) => {
    const problems = problemsOf(text);
    for (const start of starts)
      expect(
        problems.some((problem) => problem.includes(start)),
        `${start} in ${problems.join('; ')}`,
      ).toBe(true);
  });

  it('whatever is done to a scenario, it runs or is refused with a sentence', () => {
    const text = planet(
      '[{ run: 2 }, { set: { object: Terra, values: { population: 4, size: large } } }, { expect: { object: Terra, values: { population: 4 } } }]',
    );
    const pieces = [
      '[',
      ']',
      '{',
      '}',
      ':',
      ',',
      '"',
      '&',
      '*',
      '!',
      '|',
      '- ',
      '\n',
      '\t',
      'null',
      '-1',
      'name',
      '#',
      '\u0000',
      '<<',
    ];
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(12), fc.constantFrom(...pieces), (at, cut, piece) => {
        const broken = text.slice(0, at) + piece + text.slice(at + cut);
        try {
          for (const scenario of nativeFormat.load({ file: 'test.yaml', text: broken })) scenario.run();
        } catch (error) {
          expect(error).toBeInstanceOf(EdictError);
        }
      }),
      propertyRuns(120),
    );
  });
});

it.each([
  [
    'prose',
    'format: edict-scenario/1\n# Title\nSome prose: it has colons: many.\n- a list\n```\nformat: x\n',
    'this is not well-formed YAML: ',
  ],
  [
    'JSON that is cut off',
    '{ "format": "edict-scenario/1", "world": { "objects": [{ "name": "A", ',
    'this is not well-formed YAML: ',
  ],
  ['anchors throughout', 'format: edict-scenario/1\nname: &a x\nabout: *a\n', '`&a` is an anchor'],
])('of what is no YAML only the first error is told: %s', (_what, text, message) => {
  const problems = problemsOf(text);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(message);
});

describe('of a slip only the slip is told', () => {
  const told = (text: string): readonly string[] =>
    checkScenario('test.yaml', text)
      .flatMap(({ errors }) => errors)
      .map(
        ({ line, column, code, message, suggestion = '' }) => `${line}:${column} ${code}: ${message} (${suggestion})`,
      );
  const known = '`format`, `name`, `about`, `content`, `world`, `steps`, `rejected`, `warned` or `cases`';

  it('in the field of the format', () => {
    const text = planet('[]').replace('format', 'fromat');
    expect(told(text)).toEqual([
      `1:1 unknown-key: \`fromat\` is not a key of the scenario, expected ${known} (did you mean \`format\`?)`,
    ]);
  });

  it('in the key of the steps, beside what else is wrong', () => {
    expect(told(planet('[]', '[{ nmae: Terra, kind: planet }]').replace('steps:', 'setps:'))).toEqual([
      expect.stringMatching(/^7:22 unknown-key: `nmae` is not a key of `world.objects\[0\]`.*did you mean `name`/),
      expect.stringMatching(/^8:1 unknown-key: `setps` is not a key of the scenario.*did you mean `steps`/),
    ]);
    expect(told(planet('[]', '[{ nmae: Terra, kind: planet }]').replace('steps: []', ''))).toEqual([
      expect.stringMatching(/^1:1 bad-structure: a case has neither steps nor rejected/),
      expect.stringMatching(/^7:22 unknown-key: `nmae`/),
    ]);
  });

  it.each([
    ['rnu: 1', 'run'],
    ['exepct: { turn: 1 }', 'expect'],
    ['destory: Terra', 'destroy'],
    ['spwan: { kind: planet }', 'spawn'],
  ])('in a step: %s', (step, meant) => {
    expect(told(planet(`[{ ${step} }]`))).toEqual([
      expect.stringMatching(
        new RegExp(`^8:11 unknown-key: .* is not a key of \`steps\\[0\\]\`.*did you mean \`${meant}\``),
      ),
    ]);
  });
});

it('all that is wrong with objects of a world is told, each where it stands', () => {
  const world = `
  - { name: Terra, kind: plant, values: { popultion: 1 } }
  - { name: Mars, kind: planet, owner: Nobdy, in: Terra }
  - { name: Luna, kind: planet, values: { mass: 1, population: high, size: tiny, twin: Mrs } }
  - { name: Luna, class: farm }
  - { name: Io, kind: moon, in: Luna, values: { population: 1 } }`;
  const errors = checkScenario(
    'test.yaml',
    planet('[{ destroy: Mars }]', world)
      .replace('world: { objects: ', 'world:\n  objects:')
      .replace(' }\nsteps', '\nsteps'),
  )
    .flatMap((each) => each.errors)
    .map(({ line, column, code }) => `${line}:${column} ${code}`);
  expect(errors).toEqual([
    '9:26 unknown-name',
    '9:43 unknown-column',
    '10:40 unknown-object',
    '11:43 unknown-column',
    '11:64 bad-value',
    '11:76 bad-value',
    '11:88 unknown-object',
    '12:13 duplicate-name',
    '12:26 unknown-name',
    '13:61 bad-value',
  ]);
});

describe('the format field', () => {
  it.each([
    ['format: x/1\n', 'x/1'],
    ['# note\nname: y\nformat: "x/1" # here\n', 'x/1'],
    ['"format": x/1\n', 'x/1'],
    ['{ "format": "x/1" }', 'x/1'],
    ['{ format: x/1, a: [b] }', 'x/1'],
    ['  { "a": { "format": "y" }, "format": "x/1" }', 'x/1'],
    ['format: x/1\nrest: [\n', 'x/1'],
    ['a:\n  format: x/1\n', undefined],
    ['{ "a": { "format": "x/1" } }', undefined],
    ['[1, 2]', undefined],
    ['format: [x]\n', undefined],
    ['formats: x\n', undefined],
    ['', undefined],
    ['{ "format": ', undefined],
    ['{'.repeat(100_000), undefined],
    // A misspelt field is known by what it says.
    ['fromat: x/1\nname: y\n', 'x/1'],
    ['name: y\nfromat: x/1\n', 'x/1'],
    ['{ "fromat": "x/1" }', 'x/1'],
    ['fromat: x\n', undefined],
    ['about: a/1\nformat: x/1\n', 'x/1'],
    // Prose that quotes a scenario is none.
    ['# Title\n\nA scenario begins so:\n\n```yaml\nformat: edict-scenario/1\n```\n', undefined],
    ['```yaml\nformat: edict-scenario/1\n```\n', undefined],
    ['# note\n---\nname: y\nabout: |\n  text\nsteps:\n- run: 1\nformat: x/1\n', 'x/1'],
  ])('%j', (text, format) => {
    expect(formatOf(text)).toBe(format);
  });
});
