import { describe, expect, it } from 'vitest';
import { policies, type WhenType } from '../../../../src/content/antares/syntax.js';
import { whenTypes } from '../../../../src/content/antares/level/readers.js';
import { float, levelOf, loadPlain, type Plain, problemsOf } from '../../../support/level-values.js';

interface Fields {
  readonly [name: string]: Plain;
}

const ship: Plain = { initial: 1 };
const other: Plain = { flagship: 0 };
const anything: Plain[] = [0, float(0), true, 'x', [], {}, null];

/** What a field accepts, and values of other types, each with the code and the path after the field's own. */
interface Kind {
  readonly good: Plain;
  readonly bad: readonly (readonly [value: Plain, code: string, path?: string])[];
  readonly missing: string | undefined;
}

const ofType = (good: Plain, wrong: readonly Plain[], missing: string | undefined = 'type'): Kind => ({
  good,
  bad: wrong.map((value) => [value, 'type']),
  missing,
});
const int = ofType(1, [float(1), true, '1', [], {}, 1.5]);
const seat: Kind = { ...int, bad: [...int.bad, [4, 'index'], [-1, 'index'], [2n ** 62n, 'index']] };
const owner: Kind = { ...int, bad: [...int.bad, [4, 'index'], [-2, 'index']] };
const number: Kind = {
  good: 1.5,
  bad: [
    [true, 'type'],
    ['5000', 'type'],
    [[], 'type'],
    [{}, 'type'],
    [float(NaN), 'range'],
    [float(Infinity), 'range'],
    [2n ** 60n, 'range'],
  ],
  missing: 'type',
};
const bool = ofType(false, [0, float(1), 'true', [], {}]);
const flag: Kind = { ...bool, missing: undefined };
const anyone: Kind = { good: 'x', bad: [], missing: undefined };
const word = (good: string): Kind => ({
  good,
  bad: [
    ['radar', 'enum'],
    ['', 'enum'],
    [1, 'enum'],
    [true, 'enum'],
    [[], 'enum'],
  ],
  missing: 'enum',
});
const reference: Kind = {
  good: ship,
  bad: [
    [1, 'type'],
    ['initial', 'type'],
    [[ship], 'type'],
    [{}, 'ref'],
    [{ initial: 1, flagship: 0 }, 'ref'],
    [{ ship: 1 }, 'ref'],
    [{ initial: float(1) }, 'type', '.initial'],
    [{ initial: null }, 'type', '.initial'],
    [{ initial: 8 }, 'index', '.initial'],
    [{ initial: -1 }, 'index', '.initial'],
    [{ flagship: 4 }, 'index', '.flagship'],
    [{ control: -1 }, 'index', '.control'],
    [{ target: 4 }, 'index', '.target'],
  ],
  missing: 'type',
};
const counter: Kind = {
  good: { player: 0, which: 2 },
  bad: [
    [1, 'type'],
    [[], 'type'],
    [{ which: 0 }, 'type', '.player'],
    [{ player: 0 }, 'type', '.which'],
    [{ player: 0, which: 0, x: 1 }, 'unknown-field', '.x'],
    [{ player: 4, which: 0 }, 'index', '.player'],
    [{ player: 0, which: 3 }, 'index', '.which'],
    [{ player: 0, which: -1 }, 'index', '.which'],
    [{ player: 0, which: float(0) }, 'type', '.which'],
  ],
  missing: 'type',
};
const duration: Kind = {
  good: '-1.5s',
  bad: [
    [5, 'type'],
    [float(5), 'type'],
    ['5', 'duration'],
    ['', 'duration'],
    ['1s 1t', 'duration'],
  ],
  missing: 'type',
};
const whens: Kind = {
  good: [{ type: 'owner', op: 'eq', object: ship, player: -1 }],
  bad: [
    [1, 'type'],
    [{}, 'type'],
    [[1], 'type', '[0]'],
    [[null], 'type', '[0]'],
    [[{ type: 'x' }], 'enum', '[0].type'],
    [
      [
        { type: 'zoom', op: 'eq', value: 'all' },
        { type: 'zoom', value: 'all' },
      ],
      'enum',
      '[1].op',
    ],
  ],
  missing: undefined,
};

const fieldsOf: {
  readonly [Type in WhenType]: { readonly orders: boolean; readonly fields: { readonly [name: string]: Kind } };
} = {
  autopilot: { orders: false, fields: { player: seat, value: bool } },
  building: { orders: false, fields: { player: seat, value: bool } },
  cash: { orders: true, fields: { player: seat, value: number } },
  computer: { orders: false, fields: { screen: word('status'), line: { ...int, missing: undefined }, player: anyone } },
  count: { orders: true, fields: { value: int, of: whens } },
  destroyed: { orders: false, fields: { object: reference, value: bool } },
  distance: { orders: true, fields: { from: reference, to: reference, value: number } },
  health: { orders: true, fields: { object: reference, value: number } },
  identity: { orders: false, fields: { a: reference, b: reference } },
  message: { orders: false, fields: { id: int, page: int, player: anyone } },
  owner: { orders: false, fields: { object: reference, player: owner } },
  score: { orders: true, fields: { counter, value: int } },
  ships: { orders: true, fields: { player: seat, value: int } },
  speed: { orders: true, fields: { object: reference, value: number } },
  target: { orders: false, fields: { object: reference, target: reference } },
  time: { orders: true, fields: { duration, legacy_start_time: flag } },
  zoom: { orders: true, fields: { value: word('1:16'), player: anyone } },
};

function goodOf(type: WhenType): Fields {
  return {
    type,
    op: 'eq',
    ...Object.fromEntries(Object.entries(fieldsOf[type].fields).map(([name, { good }]) => [name, good])),
  };
}

const problems = (when: Fields): string[] => problemsOf(loadPlain([{ when }]));

describe.each(whenTypes)('when %s', (type) => {
  const { orders, fields } = fieldsOf[type];

  it('is read with all its fields', () => {
    const [{ when }] = levelOf(loadPlain([{ when: goodOf(type) }])).conditions;
    expect(when).toMatchObject({ type, op: 'eq', path: 'conditions[0].when' });
  });

  it.each(['eq', 'ne', 'lt', 'gt', 'le', 'ge'])('takes the op %s if it compares so', (op) => {
    const isKnown = orders || op === 'eq' || op === 'ne';
    expect(problems({ ...goodOf(type), op })).toEqual(isKnown ? [] : ['enum conditions[0].when.op']);
  });

  it('refuses a wrong op, a missing one and unknown fields', () => {
    for (const op of ['approx', null, 1, 'EQ'])
      expect(problems({ ...goodOf(type), op })).toEqual(['enum conditions[0].when.op']);
    for (const value of anything)
      expect(problems({ ...goodOf(type), bogus: value })).toEqual(['unknown-field conditions[0].when.bogus']);
  });

  it.each(Object.keys(fields))('checks %s', (name) => {
    const { bad, missing } = fields[name];
    const good = goodOf(type);
    const { [name]: _left, ...without } = good;
    const expected = missing === undefined ? [] : [`${missing} conditions[0].when.${name}`];
    expect(problems(without)).toEqual(expected);
    expect(problems({ ...good, [name]: null })).toEqual(expected);
    for (const [value, code, path = ''] of bad)
      expect(problems({ ...good, [name]: value })).toEqual([`${code} conditions[0].when.${name}${path}`]);
  });
});

describe('whens', () => {
  const read = (when: Fields): unknown => levelOf(loadPlain([{ when }], 'compat')).conditions[0].when;

  it('have their numbers in the units of the world', () => {
    expect(read({ type: 'cash', op: 'ge', player: 0, value: 0.5 })).toMatchObject({ value: 25_600 });
    expect(read({ type: 'cash', op: 'ge', player: 0, value: 1 })).toMatchObject({ value: 51_200 });
    expect(read({ type: 'time', op: 'ge', duration: '-1.5s', legacy_start_time: true })).toMatchObject({
      duration: -90,
      legacyStartTime: true,
    });
    expect(read({ type: 'time', op: 'ge', duration: '0s', legacy_start_time: null })).toMatchObject({
      duration: 0,
      legacyStartTime: false,
    });
    expect(read({ type: 'distance', op: 'lt', from: ship, to: other, value: 5000 })).toMatchObject({
      value: 5000,
      from: { by: 'initial', index: 1 },
      to: { by: 'flagship', index: 0 },
    });
  });

  it('keep what is out of range in compat, with a warning', () => {
    const result = loadPlain([{ when: { type: 'owner', op: 'eq', object: { initial: 99 }, player: 9 } }], 'compat');
    expect(levelOf(result).conditions[0].when).toMatchObject({ object: { by: 'initial', index: 99 }, player: 9 });
    expect(result.hazards.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'index conditions[0].when.object.initial',
      'index conditions[0].when.player',
    ]);
  });

  it('say what is missing, and suggest what was meant', () => {
    const found = loadPlain([
      { when: { type: 'ownr', op: 'eq' } },
      { when: { type: 'owner', op: 'eq', objet: ship, player: '0' } },
      {},
    ]).problems;
    expect(found.map(({ path, message, suggestion }) => [path, message, suggestion])).toEqual([
      [
        'conditions[0].when.type',
        expect.stringMatching(/^unknown word `ownr`: expected `autopilot`, .*`time` or `zoom`$/) as string,
        'did you mean `owner`?',
      ],
      [
        'conditions[1].when.objet',
        'unknown field `objet`: expected `type`, `op`, `object` or `player`',
        'did you mean `object`?',
      ],
      ['conditions[1].when.object', '`object` is missing: expected a reference such as {initial: 0}', undefined],
      ['conditions[1].when.player', 'expected an int, found the string `0`', undefined],
      ['conditions[2].when', '`when` is missing: expected a map', undefined],
    ]);
  });

  it('suggest the operators that other languages have', () => {
    const suggested = (type: string, op: string): string | undefined =>
      loadPlain([{ when: { ...goodOf(type === 'time' ? 'time' : 'owner'), op } }]).problems[0].suggestion;
    expect(['==', '!=', 'less', '<', '>=', 'GTE', 'greater'].map((op) => suggested('time', op))).toEqual(
      ['eq', 'ne', 'lt', 'lt', 'ge', 'ge', 'gt'].map((op) => `did you mean \`${op}\`?`),
    );
    // What a comparison does not have is not suggested for it.
    expect(suggested('owner', '<')).toBeUndefined();
  });

  it('have one problem more where several are wrong, in all policies', () => {
    for (const policy of policies) {
      const found = problemsOf(
        loadPlain(
          [{ when: { type: 'count', op: 'x', value: true, of: [{ type: 'zoom', op: 'eq', value: 'most' }] } }],
          policy,
        ),
      );
      expect(found).toEqual([
        'enum conditions[0].when.op',
        'type conditions[0].when.value',
        'enum conditions[0].when.of[0].value',
      ]);
    }
  });

  it('nest as deep as documents may, and no deeper', () => {
    const nest = (depth: number): Plain =>
      depth === 0
        ? { type: 'zoom', op: 'eq', value: 'all' }
        : { type: 'count', op: 'ge', value: 1, of: [nest(depth - 1)] };
    // The document, its conditions, a condition: three, then two for each count and one for the innermost.
    expect(problemsOf(loadPlain([{ when: nest(29) }]))).toEqual([]);
    expect(problemsOf(loadPlain([{ when: nest(30) }]))).toEqual(['depth ']);
    expect(problemsOf(loadPlain([{ when: nest(500) }]))).toEqual(['depth ']);
  });
});
