import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foundAt, jsonFault } from '../../../src/content/text/json-fault.js';
import { propertyRuns } from '../../support/choices.js';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('jsonFault', () => {
  test.each([
    ['', 0, 'the end of the file', /^a value/],
    ['{"a": 1,}', 8, '`}`', /^a key/],
    ['{"a" 1}', 5, '`1`', /^`:`/],
    ['[1 2]', 3, '`2`', /^`,` or `\]`$/],
    ['{"a": {"b": [1, 2}', 17, '`}`', /^`,` or `\]`$/],
    ['{"a": tru}', 6, '`tru`', /^a value/],
    ['{"a": "x', 8, 'the end of the file', /^`"` at the end/],
    ['["\\q"]', 2, '`\\`', /^an escape/],
    ['["a\nb"]', 3, 'a line end', /^no line end/],
    ['1 2', 2, '`2`', /^the end of the file/],
    ['{"a": 1', 7, 'the end of the file', /^`,` or `}`$/],
  ])('%j', (text, offset, found, expected) => {
    expect(isJson(text)).toBe(false);
    const fault = jsonFault(text);
    expect([fault?.offset, foundAt(text, offset)]).toEqual([offset, found]);
    expect(fault?.expected).toMatch(expected);
  });

  test('agrees with JSON.parse on what is JSON', () => {
    const edited = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '{', '}', '[', ']', ',', ':', '"', '\\', '-', '0', '.', 'e', ' ', 'null', '\n', '\u0001'),
      )
      .map(
        ([text, at, by]) => `${text.slice(0, at % (text.length + 1))}${by}${text.slice((at % (text.length + 1)) + 1)}`,
      );
    fc.assert(
      fc.property(fc.oneof(fc.json(), edited), (text) => {
        expect(jsonFault(text) === undefined).toBe(isJson(text));
      }),
      propertyRuns(500),
    );
  });

  test('takes long texts without stack', () => {
    const long = 'x'.repeat(20_000_000);
    expect(jsonFault(`{"a":"${long}",}`)?.offset).toBe(long.length + 8);
  });

  test('takes nesting without stack', () => {
    expect(jsonFault('['.repeat(300_000))?.offset).toBe(300_000);
    expect(jsonFault(`${'['.repeat(300_000)}${']'.repeat(300_000)}`)).toBeUndefined();
  });
});
