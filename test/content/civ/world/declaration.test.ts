import { describe, expect, it } from 'vitest';
import { declaredObjects, readDeclaration } from '../../../../src/content/civ/world/declaration.js';

const least = { types: {}, map: { width: 2, height: 1 }, objects: [] };

describe('readDeclaration', () => {
  it('fills in what may be left out', () => {
    const read = readDeclaration({ ...least, objects: [{ id: 'a', type: 'PLAYER', team: 't' }, { id: 'p', type: 'PLOT', x: 1, y: 0 }] }, 'world.json');
    expect(read.options.size).toBe(0);
    expect(read.adapt.handicap.size).toBe(0);
    expect(read.map).toEqual({ width: 2, height: 1, wrapX: false, wrapY: false });
    expect(declaredObjects(read, 'PLAYER')).toMatchObject([{ id: 'a', alive: true }]);
    expect(declaredObjects(read, 'PLOT')).toMatchObject([{ id: 'p', owner: null, tags: [] }]);
    expect(declaredObjects(read, 'CITY')).toEqual([]);
  });

  it('takes names for names, and booleans for numbers', () => {
    const read = readDeclaration({ ...least, defines: { constructor: true, toString: -3 }, python: { f: { '*': false } } }, 'world.json');
    expect([...read.defines]).toEqual([['constructor', 1], ['toString', -3]]);
    expect(read.python.get('f')?.get('*')).toBe(0);
  });

  it.each([
    [{ ...least, map: { width: 0, height: 1 } }, 'map.width'],
    [{ ...least, types: { OPTION: ['A'] } }, 'types'],
    [{ ...least, defines: { A: 1.5 } }, 'defines.A'],
    [{ ...least, attributes: { ATTRIBUTE_A: ['TOWN'] } }, 'attributes.ATTRIBUTE_A.0'],
    [{ ...least, objects: [{ id: 'a', type: 'TEAM', plot: 'p' }] }, 'objects.0'],
    [{ ...least, objects: [{ id: 'a', type: 'CITY', owner: 'b' }] }, 'objects.0.plot'],
    [{ ...least, surprise: 1 }, 'surprise'],
    [null, 'world.json'],
  ])('refuses %j', (data, part) => {
    expect(() => readDeclaration(data, 'world.json')).toThrow(part);
  });
});
