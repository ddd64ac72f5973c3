import { describe, expect, it } from 'vitest';
import { readProgram } from '../../src/compiled/read-program.js';
import { writeProgram } from '../../src/compiled/write-program.js';
import { type ContentSource, defineContent } from '../../src/index.js';
import type { EffectSource } from '../../src/content/native/schema.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { Program } from '../../src/ir/rule.js';
import { parsedFile, sealed } from '../support/compiled-file.js';
import { timingProgram } from '../support/timing-world.js';

const total = {
  name: 'total',
  input: 'number',
  output: 'number',
  fold: (values: Float64Array, count: number) => values.subarray(0, count).reduce((sum, value) => sum + value, 0),
} as const;

const content: ContentSource = {
  meters: { food: { default: 1, bounds: [0, 100] } },
  properties: { size: { type: 'size' }, home: { type: 'reference' } },
  enumerations: { size: ['small', 'large'] },
  kinds: {
    planet: { meters: ['food'], properties: ['size'] },
    farm: { attachesTo: ['planet'], properties: ['home'] },
  },
  expressions: { rich: { of: 'planet', is: 'self.food > 3 && self.size == large' } },
  classes: {
    field: {
      kind: 'farm',
      groups: [
        {
          activation: 'source.home != null',
          scope: { include: 'target == source.planet' },
          effects: [{ meter: 'food', add: 'objects(farm).count()' }],
        },
      ],
    },
  },
};
const program = defineContent(content);

type Content = ReturnType<typeof parsedFile>['content'];

/** What is said of the file with a change, sealed again. */
function saidOf(change: (content: Content) => void, of: Program = program): string {
  const file = parsedFile(of);
  change(file.content);
  return messageOf(() => readProgram(sealed(file)));
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof EdictError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing';
}

/** The container and the key of a path. */
function put(path: string, value: unknown): (content: Content) => void {
  const keys = path.split('.');
  return (content) => {
    let at: Record<string, unknown> = content;
    for (const key of keys.slice(0, -1)) at = at[key] as Record<string, unknown>;
    at[keys[keys.length - 1]] = value;
  };
}

const rule = 'rules.rules.0';

describe('a damaged file', () => {
  it.each([
    ['model.columns.0.cap', 9, 'model.columns[0].cap: found 9, expected the number of one of 3 entries (column)'],
    ['model.columns.0.storage', 'u8', 'model.columns[0]: found a number in u8'],
    ['model.columns.0.minimum', 'NaN', 'model.columns[0]: found bounds that leave nothing'],
    ['model.columns.1.name', 'food', 'model.columns[1]: found a duplicate name'],
    ['model.columns.0.kinds', [2, 1], 'model.columns[0].kinds: found numbers that do not ascend'],
    ['model.kinds.0.columns', [0], 'model.kinds[0]: found other columns than those that belong to the kind'],
    ['model.kinds.0.attachesTo', [2], 'model.kinds[1]: found a part of a circle'],
    ['model.kinds.0.index', 2, 'model.kinds: found the index 2 in place 0'],
    ['model.kinds.0.colour', 'red', 'model.kinds[0]: found an object, expected no other keys than index, name'],
    ['model.classes.0.kind', 0, 'model.classes[0].kind: found 0, expected the number of one of 2 entries (kind)'],
    ['model.classes.0.initial', [[0, 1]], 'model.classes[0]: found an invalid initial value'],
    ['model.enumerations.0.ring', 1, 'model.enumerations[0]: found a ring of 1'],
    ['operations.0', ['eval', null], 'operations[0]: found no operation of content'],
    ['operations.0', ['instance', { stride: 32 }], 'operations[0]: found no operation of content'],
    ['operations.0', ['not', null, 0], 'operations[0][2]: found no operation that stands before this one'],
    ['operations.1', ['not', null, 0.5], 'operations[1][2]: found no operation that stands before this one'],
    ['operations.0', ['slot', { slot: 40 }], 'operations[0]: found invalid data of slot'],
    ['operations.0', ['constant', { value: 1, type: 'text' }], 'operations[0]: found invalid data of constant'],
    ['operations.0', ['turn', 3], 'operations[0]: found data of turn, which has none'],
    ['operations.1', ['add', null, 0, 0], 'operations[1]: found operands that do not fit: add takes'],
    [`${rule}.carrier`, { by: 'class', class: 4 }, 'rules.rules[0].carrier.class: found 4, expected'],
    [`${rule}.activation`, [99], 'rules.rules[0].activation[0]: found 99, expected the place of an operation'],
    [`${rule}.effects.0.column`, 1, 'rules.rules[0].effects[0]: found an amount of another type than its column'],
    [`${rule}.effects.0.kind`, 'run', 'rules.rules[0].effects[0]: found an object, expected an object whose kind'],
    [`${rule}.index`, 1, 'rules.rules: found rules that are not numbered from 0'],
    [`${rule}.phase`, 'actions', 'rules.rules[0]: found an effect of another phase'],
    [`${rule}.reads`, [0], 'rules.rules[0].reads: found a list, expected no such key'],
    ['rules.expressions.0.scope', [], 'rules.expressions[0].scope: found no kind'],
    ['rules', null, 'rules: found null, expected an object'],
  ])('with another %s (%j) is refused, and the message says where', (path, value, message) => {
    const said = saidOf(put(path, value));
    expect(said).toContain(`damaged-content: edict: the compiled content is damaged at content.${message}`);
    expect(said).toMatch(/; compile the content again$/);
  });

  it('with more kinds than a byte can tell is refused', () => {
    const said = saidOf((given) => {
      const { kinds } = given.model as { kinds: Record<string, unknown>[] };
      for (let index = kinds.length + 1; index <= 255; index++)
        kinds.push({ ...kinds[0], index, name: `kind ${index}`, columns: [] });
    });
    expect(said).toContain('content.model: found 255 kinds and 3 columns');
  });

  it('whose expressions are over other slots than there are is refused', () => {
    const said = saidOf((given) => {
      const operations = given.operations as unknown[][];
      operations[operations.findIndex(([op]) => op === 'slot')] = ['slot', { slot: 1 }];
    });
    expect(said).toContain('found an expression over other slots than the first 1');
  });

  it('whose expressions would print without end is refused before they are printed', () => {
    const doubled: unknown[][] = [['turn', null]];
    for (let i = 0; i < 60; i++) doubled.push(['add', null, i, i]);
    const said = saidOf((given) => {
      const { length } = given.operations as unknown[];
      const more = doubled.map(([op, data, ...args]) => [op, data, ...args.map((arg) => Number(arg) + length)]);
      given.operations = [...(given.operations as unknown[]), ...more];
      put(`${rule}.effects.0.amount`, length + 60)(given);
    });
    expect(said).toContain('rules.rules[0].effects[0].amount: found expressions that are too large altogether');
  });

  it('may print more the longer it is', () => {
    const doubled = [['turn', null], ...Array.from({ length: 19 }, (_, i) => ['add', null, i, i])];
    const many = (given: Content): void => {
      const { length } = given.operations as unknown[];
      const more = doubled.map(([op, data, ...args]) => [op, data, ...args.map((arg) => Number(arg) + length)]);
      given.operations = [...(given.operations as unknown[]), ...more];
      const [rich] = (given.rules as { expressions: object[] }).expressions;
      const large = (index: number) => ({ ...rich, index, name: `large ${index}`, node: length + 19, clauses: [] });
      put('rules.expressions', [rich, large(1), large(2)])(given);
    };
    const long = (given: Content): void => {
      many(given);
      put('rules.expressions.0.text', ' '.repeat(500_000))(given);
    };
    expect(saidOf(many)).toContain('found expressions that are too large altogether');
    expect(saidOf(long)).toContain('at fingerprint: it belongs to other content');
  });

  it('whose expressions are deeper than the limit is refused', () => {
    const chain = (given: Content): void => {
      const { length } = given.operations as unknown[];
      const more = [['turn', null], ...Array.from({ length: 900 }, (_, i) => ['negate', null, length + i])];
      given.operations = [...(given.operations as unknown[]), ...more];
    };
    expect(saidOf(chain)).toContain('found an expression of 801 levels, the limit is 800');
    const file = parsedFile(program);
    chain(file.content);
    expect(readProgram(sealed(file), { limits: { expressionDepth: 300 } }).fingerprint).toBe(program.fingerprint);
  });
});

describe('an expression that gives another value each time', () => {
  const solved = defineContent({
    meters: { food: {} },
    variables: { wealth: {} },
    kinds: {
      planet: { meters: ['food'], variables: ['wealth'], modifiers: [{ variable: 'wealth', add: 'self.food' }] },
    },
  });
  const timed = timingProgram({
    abilities: [
      {
        name: 'shield',
        class: 'prevent',
        on: [{ type: 'hit', where: 'occurrence.amount > 2' }],
        carrier: { kind: 'unit' },
        if: 'self.health > 1',
        live: 'self.health > 0',
      },
    ],
    continuous: [{ name: 'weak', carrier: { kind: 'unit' }, while: 'self.health < 3' }],
  });
  const drawing = (path: string) => (given: Content) => {
    const operations = given.operations as unknown[];
    const drawn = operations.push(['draw', { site: 0, slots: 0 }]) - 1;
    const isNumber = path.endsWith('amount');
    put(path, isNumber ? drawn : operations.push(['compare', { comparison: '>' }, drawn, drawn]) - 1)(given);
  };

  it.each([
    ['rules.expressions.0.node', program],
    ['rules.expressions.0.clauses.0.node', program],
    ['rules.modifiers.0.amount', solved],
    ['rules.timing.types.0.possible', timed],
    ['rules.timing.abilities.0.condition', timed],
    ['rules.timing.abilities.0.live', timed],
    ['rules.timing.abilities.0.on.0.where', timed],
    ['rules.timing.continuous.0.condition', timed],
  ])('is refused as %s, which may be evaluated again', (path, of) => {
    expect(saidOf(drawing(path), of)).toContain('found an expression that draws where none may');
  });

  it('is accepted as the condition of a scope', () => {
    expect(saidOf(drawing('rules.rules.0.include.0'))).toContain('at fingerprint: it belongs to other content');
  });
});

it('may begin with a byte order mark, as editors write it', () => {
  const text = writeProgram(program);
  expect(readProgram(`\uFEFF${text}`)).toStrictEqual(readProgram(new TextEncoder().encode(`\uFEFF${text}`)));
});

describe('a file of something else', () => {
  const text = writeProgram(program);
  it.each<readonly [string, string | Uint8Array, string]>([
    [
      'YAML',
      'kinds: {}',
      'foreign-content: edict: this is not compiled content: it begins with "kinds: {}"; give the text',
    ],
    [
      'a page',
      '<!DOCTYPE html><html>',
      'foreign-content: edict: this is not compiled content: it begins with "<!DOCTYPE html>',
    ],
    ['nothing', '', 'foreign-content: edict: this is not compiled content: it begins with ""'],
    ['half of it', text.slice(0, 900), 'damaged at its top: it is not JSON, as a file that was cut'],
    ['other JSON', '{"kinds":{}}', 'foreign-content: edict: this is not compiled content: its format is'],
    ['null', 'null', 'foreign-content'],
    [
      'another version',
      text.replace('"version":1', '"version":7'),
      'foreign-content: edict: the compiled content has version 7',
    ],
    [
      'another fingerprint',
      text.replace(/"fingerprint":"./, '"fingerprint":"x'),
      'at fingerprint: it belongs to other content',
    ],
    ['another value', text.replace('"food"', '"mood"'), 'at content: it was changed after it was compiled'],
    ['no text', Uint8Array.of(0x7b, 0xff), 'it is not UTF-8'],
    ['lists in lists', `{"format":${'['.repeat(100_000)}`, 'its maps and lists nest too deeply'],
    ['a long text', ' '.repeat(2 ** 25 + 1), 'it has 33554433 characters, the limit is 33554432'],
    ['many bytes', new Uint8Array(3 * 2 ** 25 + 1), 'it has 100663297 bytes, the limit is'],
  ])('%s is refused', (_, given, message) => {
    expect(messageOf(() => readProgram(given))).toContain(message);
  });

  it.each([undefined, 3, null, {}, ['a']])('%j is refused', (given) => {
    expect(messageOf(() => readProgram(given as never))).toMatch(/^bad-option: edict: compiled content is /);
  });

  it.each([
    [{ limit: {} }, 'there is no option "limit" of content; the options are limits, aggregators'],
    [{ agregators: [] }, 'there is no option "agregators" of content; the options are limits, aggregators'],
    [3, 'the options of content is 3; give an object with limits, aggregators or both'],
    [[], 'the options of content is a list; give an object with limits, aggregators or both'],
  ])('with the options %j is refused', (options, message) => {
    expect(messageOf(() => readProgram(text, options as never))).toBe(`bad-option: edict: ${message}`);
    expect(messageOf(() => defineContent(content, options as never))).toBe(`bad-option: edict: ${message}`);
  });

  it('may be given as the buffer of its bytes, as `arrayBuffer` of `fetch` has it', () => {
    const { buffer } = new TextEncoder().encode(text);
    expect(readProgram(buffer)).toStrictEqual(program);
    expect(messageOf(() => readProgram(buffer.slice(0, 900)))).toContain('it is not JSON');
    expect(messageOf(() => readProgram(new ArrayBuffer(3 * 2 ** 25 + 1)))).toContain('it has 100663297 bytes');
    structuredClone(buffer, { transfer: [buffer] });
    expect(messageOf(() => readProgram(buffer))).toMatch(/^bad-option: edict: compiled content cannot be read: /);
  });

  it('may be spaced in another way', () => {
    expect(readProgram(JSON.stringify(JSON.parse(text), undefined, 2))).toStrictEqual(program);
  });
});

describe('aggregators', () => {
  const folding = defineContent(
    { ...content, expressions: { sum: { of: 'planet', is: "objects(farm).collect('total', f, 2)" } } },
    { aggregators: [total] },
  );
  const text = writeProgram(folding);

  it('are given by the host again', () => {
    expect(readProgram(text, { aggregators: [total] })).toStrictEqual(folding);
  });

  it.each([[[]], [[{ ...total, output: 'boolean' }]]])('%j are not enough', (aggregators) => {
    expect(messageOf(() => readProgram(text, { aggregators: aggregators as never }))).toBe(
      'missing-aggregator: edict: the content needs the aggregator "total", which makes a number of each list of numbers; pass it under `aggregators`',
    );
  });
});

describe('writeProgram', () => {
  it('refuses a program of another format', () => {
    expect(messageOf(() => writeProgram({ ...program, fingerprint: 'other' }))).toMatch(/^not-compiled: edict: only /);
    const rules = { ...program.rules, passes: [{ name: 'all', rules: [] }] };
    expect(messageOf(() => writeProgram({ ...program, rules }))).toMatch(/^not-compiled: edict: only /);
  });
});

describe('effects with conditions, and on objects that expressions name', () => {
  const branchy = defineContent({
    ...content,
    classes: {
      field: {
        kind: 'farm',
        groups: [
          {
            scope: { include: 'target == source' },
            effects: [
              {
                if: 'source.home != null',
                do: [{ meter: 'food', add: 1, on: 'source.home' }],
                else: [{ destroy: true, on: 'source.home.farm', if: 'chance(0.5)' }],
              },
            ],
          },
        ],
      },
    },
    triggers: [{ name: 'a', when: true, do: [{ if: false, do: [{ check: true }], else: [{ tell: 'no' }] }] }],
  });
  type Branch = Record<'condition' | 'then' | 'otherwise' | 'holder', unknown>;
  const branchIn = ({ rules }: Content): Branch =>
    (rules as { readonly rules: readonly { readonly effects: readonly Branch[] }[] }).rules[0].effects[0];

  it('are the same when read again', () => {
    expect(readProgram(writeProgram(branchy))).toStrictEqual(branchy);
  });

  it('are refused where they stand in each other too deep', () => {
    const nest = (levels: number) => (found: Content) => {
      const branch = branchIn(found);
      for (let level = 0; level < levels; level++) branch.then = [{ ...branch }];
    };
    expect(saidOf(nest(100), branchy)).toContain('found branches that are nested too deep');
  });

  it('are refused with an object that is none', () => {
    const said = saidOf((found) => {
      const branch = branchIn(found);
      (branch.then as Branch[])[0].holder = branch.condition;
    }, branchy);
    expect(said).toContain('found an expression of the type boolean, expected entity');
    expect(
      saidOf((found) => {
        branchIn(found).holder = 0;
      }, branchy),
    ).toContain('expected no other keys');
  });

  it('have a fingerprint by the list that they stand in', () => {
    const of = (first: readonly EffectSource[], second: readonly EffectSource[]): string =>
      defineContent({
        ...content,
        classes: {
          field: {
            kind: 'farm',
            groups: [{ scope: { include: true }, effects: [{ if: 'source.home == null', do: first, else: second }] }],
          },
        },
      }).fingerprint;
    expect(of([{ destroy: true }], [])).not.toBe(of([], [{ destroy: true }]));
  });
});
