import { describe, expect, test } from 'vitest';
import type { Table } from '../../../src/model/model.js';
import { createWorld } from '../../../src/world.js';
import { briefly, errorsOf, load, sound, testRows } from './samples.js';

const rest = `enumerations: { ground: [road, marsh], size: { ordered: [small, none, large] } }
variables: { x: {}, at: { input: true }, ground: { type: ground, input: true } }
kinds: { hero: { variables: [x, at, ground] } }
classes: { ada: { kind: hero }, bo: { kind: hero } }
`;

const withTable = (table: string): string => `tables: { t: ${table} }\n${rest}`;
const valuesOf = (table: string): readonly number[] =>
  Array.from((sound(withTable(table)).model.tables as readonly [Table])[0].values);

/** What a table has for keys, in a running world. */
function asked(
  table: string,
  lookup: string,
  inputs: readonly Readonly<Record<string, number | string | null>>[],
): readonly unknown[] {
  const world = createWorld(
    sound(
      withTable(table).replace(
        'variables: [x, at, ground]',
        `variables: [x, at, ground], modifiers: [{ variable: x, set: "${lookup}" }]`,
      ),
    ),
  );
  const hero = world.spawn({ kind: 'hero' });
  return inputs.map((values) => {
    for (const [name, value] of Object.entries(values)) world.set(hero, name, value);
    return world.get(hero, 'x');
  });
}

describe('tables', () => {
  test('by numbers: a row before the first and one after the last are for all others', () => {
    expect(valuesOf('{ by: number, values: [4, 5, 6], default: 9 }')).toEqual([9, 4, 5, 6, 9]);
    expect(valuesOf('{ by: number, values: { 2: 7, 0: 1 } }')).toEqual([0, 1, 0, 7, 0]);
    expect(valuesOf('{ by: number, values: [] }')).toEqual([0, 0]);
  });

  test('by words and classes: by their place, none first', () => {
    expect(valuesOf('{ by: ground, values: { marsh: 3 }, default: 1 }')).toEqual([1, 1, 3]);
    expect(valuesOf('{ by: ground, values: { none: 8 } }')).toEqual([8, 0, 0]);
    expect(valuesOf('{ by: size, values: { none: 8 } }'), 'a word of that name').toEqual([0, 0, 8, 0]);
    expect(valuesOf('{ by: class, values: { bo: 2 } }')).toEqual([0, 0, 2]);
  });

  test('by two keys', () => {
    expect(valuesOf('{ by: [ground, number], values: { road: [1, 2], marsh: { 0: 3 } }, default: 7 }')).toEqual([
      7, 7, 7, 7, 7, 1, 2, 7, 7, 3, 7, 7,
    ]);
    expect(valuesOf('{ by: [number, ground], values: [{ road: 1 }, { marsh: 2 }] }')).toEqual([
      0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0,
    ]);
  });

  test('of words, conditions and classes', () => {
    expect(valuesOf('{ by: ground, type: size, values: { marsh: large } }')).toEqual([0, 0, 3]);
    expect(valuesOf('{ by: ground, type: boolean, values: { marsh: true } }')).toEqual([0, 0, 1]);
    expect(valuesOf('{ by: ground, type: class, values: { road: bo, marsh: null }, default: ada }')).toEqual([1, 2, 0]);
  });

  test('in a world', () => {
    const table = '{ by: number, values: [4, 5, 6], default: 9 }';
    const keys = [0, 1, 1.9, 2, 3, 1000, -0.5, -1, -1000, 1e300, -1e300].map((at) => ({ at }));
    expect(asked(table, "lookup('t', self.at)", keys)).toEqual([4, 5, 5, 6, 9, 9, 9, 9, 9, 9, 9]);
    const words = [{ ground: 'road' }, { ground: 'marsh' }, { ground: null }];
    expect(asked('{ by: ground, values: { road: 2, marsh: 3 } }', 'lookup(t, self.ground) + 1', words)).toEqual([
      3, 4, 1,
    ]);
    const both = [{ ground: 'road', at: 1 }, { ground: 'marsh' }, { at: 0 }, { at: 2 }];
    expect(
      asked(
        '{ by: [ground, number], values: { road: [1, 2], marsh: [3] }, default: 5 }',
        "lookup('t', self.ground, self.at)",
        both,
      ),
    ).toEqual([2, 5, 3, 5]);
  });

  /** The error is where the `^` stands, in line 1. */
  testRows(
    [
      ['no key', '^t: { values: [1] }', 'missing-key', '`tables.t` has no `by`', 'add `by`'],
      ['no values', '^t: { by: number }', 'missing-key', '`tables.t` has no `values`'],
      [
        'three keys',
        't: { by: ^[number, ground, size], values: [1] }',
        'wrong-type',
        'expected a key, or a list of two',
      ],
      [
        'an unknown key',
        't: { by: ^groond, values: { road: 1 } }',
        'unknown-name',
        'a table cannot be asked by `groond`, expected `number`, `class`, `ground` or `size`',
        'did you mean `ground`?',
      ],
      [
        'an unknown second key',
        't: { by: [number, ^kind], values: [[1]] }',
        'unknown-name',
        'cannot be asked by `kind`',
      ],
      [
        'an unknown type',
        't: { by: number, type: ^integer, values: [1] }',
        'unknown-type',
        'expected `number`, `boolean`, `class`',
        'write one of these',
      ],
      [
        'an unknown word',
        't: { by: ground, values: { ^raod: 1, marsh: 2 } }',
        'unknown-name',
        'the key `raod` is not a word here, expected a word of `ground`',
      ],
      [
        'an unknown class',
        't: { by: class, values: { ^adaa: 1 } }',
        'unknown-name',
        'the key `adaa` is not a class',
        'did you mean `ada`?',
      ],
      [
        'a word for a number',
        't: { by: number, values: { ^one: 1 } }',
        'out-of-range',
        'the key `one` is not a whole number from 0 to 99999',
      ],
      ['a number with a fraction', 't: { by: number, values: { ^1.5: 1 } }', 'out-of-range', '`1.5`'],
      ['a number below 0', 't: { by: number, values: { ^-1: 1 } }', 'out-of-range', '`-1`'],
      [
        'a list by words',
        't: { by: ground, values: ^[1, 2] }',
        'wrong-type',
        'this is a list, expected a map: the key is not a number',
      ],
      [
        'a value of another type',
        't: { by: number, values: [1, ^true] }',
        'wrong-type',
        '`t` would be `true`, expected a number',
      ],
      [
        'a word of another enumeration',
        't: { by: number, type: ground, values: [^roadd] }',
        'unknown-name',
        'a word of `ground`',
        'did you mean `road`?',
      ],
      [
        'a default of another type',
        't: { by: number, default: ^none, values: [1] }',
        'wrong-type',
        'expected a number',
      ],
      [
        'rows for one key',
        't: { by: number, values: [^[1]] }',
        'wrong-type',
        'this is a map or a list, expected a value',
        'write both under `by`',
      ],
      [
        'values for two keys',
        't: { by: [number, number], values: [^1] }',
        'wrong-type',
        'this row is `1`, expected a map or a list of values by the second key',
      ],
      ['values below rows', 't: { by: [number, number], values: [[^[1]]] }', 'wrong-type', 'expected'],
      [
        'too many values',
        't: { by: number, ^values: { 70000: 1 } }',
        'too-large',
        'room for 70003 values, the limit is 65536',
      ],
      [
        'too many rows and columns',
        't: { by: [number, number], ^values: { 300: [1], 0: { 300: 1 } } }',
        'too-large',
        'the limit is 65536',
      ],
      [
        'an unknown key of the table',
        't: { by: number, ^vales: [1] }',
        'unknown-key',
        'is not a key of `tables.t`',
        'did you mean `values`?',
      ],
    ],
    (marked, code, message, suggestion) => {
      const text = `tables: { ${marked} }\n${rest}`;
      const column = text.indexOf('^') + 1;
      const errors = errorsOf(text.replace('^', ''));
      expect(briefly(errors)).toEqual([`1:${column} ${code}`]);
      expect(errors[0].message).toContain(message);
      expect(errors[0].suggestion ?? '').toContain(suggestion);
    },
  );

  test('one with a mistake is blamed once', () => {
    const text = withTable('{ by: number, values: [true] }').replace(
      'variables: [x, at, ground]',
      'variables: [x, at, ground], modifiers: [{ variable: x, set: "lookup(\'t\', 1)" }]',
    );
    expect(briefly(errorsOf(text))).toEqual(['1:37 wrong-type']);
  });

  test('names are their own', () => {
    expect(load(withTable('{ by: number, values: [1] }').replaceAll(' t:', ' ground:')).ok).toBe(true);
    expect(briefly(errorsOf('tables: { a: { by: number, values: [1] }, a: { by: number, values: [1] } }'))).toEqual([
      '1:43 duplicate-key',
    ]);
    expect(
      errorsOf(withTable('{ by: number, values: [1] }'), 'tables: { t: { by: number, values: [] } }').map(
        ({ code }) => code,
      ),
    ).toEqual(['duplicate-name']);
  });
});
