import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../src/content/antares/parse/read-document.js';
import { outcomeOf } from '../plain-value.js';

describe('the language of a document', () => {
  const json = '{"a": 1,\n"b": 2}';
  const procyon = 'a: 1\nb: 2';
  const both = {
    map: [
      ['a', 1n],
      ['b', 2n],
    ],
  };
  const read = (file: string, text: string) => outcomeOf(readDocument(file, Buffer.from(text)));

  it('is that of its name', () => {
    expect(read('level.json', json)).toEqual(both);
    expect(read('Level.JSON', '"text"')).toBe('text');
    expect(read('level.pn', procyon)).toEqual(both);
    expect(read('level.PN', '{a: 1, b: 2}')).toEqual(both);
    expect(read('level.json', procyon)).toMatch(/^1:1: `a` is not a value; expected/);
    expect(read('level.pn', json)).toBe('1:9: expected key');
  });

  it('is JSON with another name where it begins with a bracket', () => {
    expect(read('level', `\r\n\t ${json}`)).toEqual(both);
    expect(read('level.txt', '[1]')).toEqual([1n]);
    expect(read('level.txt', procyon)).toEqual(both);
    expect(read('level', '# [')).toBe('1:4: expected value');
    expect(read('level', '')).toBe('1:1: expected value');
  });
});
