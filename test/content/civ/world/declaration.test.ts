import { describe, expect, it } from 'vitest';
import { namesOf } from '../../../../src/content/civ/parse/declared-names.js';
import { declaredObjects } from '../../../../src/content/civ/world/declaration.js';
import { readDeclaration } from '../../../support/civ-declaration.js';

const least = { types: {}, map: { width: 2, height: 1 }, objects: [] };

describe('readDeclaration', () => {
  it('fills in what may be left out', () => {
    const read = readDeclaration(
      {
        ...least,
        objects: [
          { id: 'a', type: 'PLAYER', team: 't' },
          { id: 'p', type: 'PLOT', x: 1, y: 0 },
        ],
      },
      'world.json',
    );
    expect(read.options.size).toBe(0);
    expect(read.adapt.handicap.size).toBe(0);
    expect(read.map).toEqual({ width: 2, height: 1, wrapX: false, wrapY: false });
    expect(declaredObjects(read, 'PLAYER')).toMatchObject([{ id: 'a', alive: true }]);
    expect(declaredObjects(read, 'PLOT')).toMatchObject([{ id: 'p', owner: null, tags: [] }]);
    expect(declaredObjects(read, 'CITY')).toEqual([]);
  });

  it('takes names for names, and booleans for numbers', () => {
    const read = readDeclaration(
      { ...least, defines: { constructor: true, toString: -3 }, python: { f: { '*': false } } },
      'world.json',
    );
    expect([...read.defines]).toEqual([
      ['constructor', 1],
      ['toString', -3],
    ]);
    expect(read.python.get('f')?.get('*')).toBe(0);
  });

  it('takes options that are only listed for ones that are 0', () => {
    const read = readDeclaration(
      { ...least, types: { OPTION: ['A', 'B', 'C'] }, options: { B: 3, D: true } },
      'world.json',
    );
    expect(Object.fromEntries(read.options)).toEqual({ A: 0, B: 3, C: 0, D: 1 });
    expect(namesOf(read, []).ids.get('OPTION')).toEqual(new Set(['A', 'B', 'C', 'D']));
  });

  it('takes a map as large as a world can be', () => {
    const objects = [
      { id: 'g', type: 'GAME' },
      { id: 'p', type: 'PLOT', x: 0, y: 0 },
    ];
    expect(readDeclaration({ ...least, map: { width: 4_096, height: 4_095 }, objects }, 'world.json').map.width).toBe(
      4_096,
    );
  });

  it.each([
    [{ ...least, map: { width: 0, height: 1 } }, 'map.width'],
    [{ ...least, types: { OPTIONS: ['A'] } }, 'types'],
    [{ ...least, map: { width: 10_000, height: 10_000 } }, /"?`?map`?"? .*100,000,000 plots.*room for 16,777,215/],
    [{ ...least, map: { width: 4_095, height: 4_097 } }, '16,777,216 objects'],
    [{ ...least, defines: { A: 1.5 } }, 'defines.A'],
    [{ ...least, attributes: { ATTRIBUTE_A: ['TOWN'] } }, 'attributes.ATTRIBUTE_A[0] is "TOWN", expected '],
    [{ ...least, objects: [{ id: 'a', type: 'TEAM', plot: 'p' }] }, 'there is no key "plot" in objects[0]'],
    [{ ...least, objects: [{ id: 'a', type: 'CITY', owner: 'b' }] }, 'objects[0].plot is missing, expected text'],
    [
      {
        ...least,
        objects: [
          { id: 'a', type: 'TEAM' },
          { id: 'b', type: 'TEAM' },
          { id: 'a', type: 'GAME' },
        ],
      },
      'objects[2].id is not right: two objects are called `a`; give them different ids',
    ],
    [{ ...least, surprise: 1 }, 'surprise'],
    [null, 'world.json'],
  ])('refuses %j', (data, part) => {
    expect(() => readDeclaration(data, 'world.json')).toThrow(part);
  });
});
