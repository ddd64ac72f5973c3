import { describe, expect, it } from 'vitest';
import { assertSameNumbers, assertSameValues, assertSolves } from '../../bench/formulas/agreement.js';
import { amountText, amountValue, binary, call, input, number, variable } from '../../bench/formulas/amount.js';
import { createPeers, peerNames } from '../../bench/formulas/peer.js';
import {
  type PlainNumber,
  add,
  divide,
  double,
  floor,
  int,
  isSame,
  larger,
  multiply,
  smaller,
  subtract,
  textOf,
} from '../../bench/formulas/plain-number.js';
import { makeFormulas, makeScores } from '../../bench/formulas/scores.js';
import { chain, character, fan, groupCount, groups, ladder, training, written } from '../../bench/formulas/shapes.js';
import { type Sheet, sheetText } from '../../bench/formulas/sheet.js';
import { solvePlainly, solvesNeeded } from '../../bench/formulas/solve-plainly.js';

const at = (value: number): ReadonlyMap<string, number> => new Map([[written, value]]);

function texts(values: ReadonlyMap<string, PlainNumber>): Readonly<Record<string, string>> {
  return Object.fromEntries([...values].map(([name, value]) => [name, textOf(value)]));
}

describe('plain numbers', () => {
  it('stay ints among ints, wrap at 32 bits, and are doubles else', () => {
    expect(textOf(add(int(2_147_483_647), int(1)))).toBe('int -2147483648');
    expect(textOf(add(int(1), double(2)))).toBe('double 3');
    expect(textOf(subtract(int(-2_147_483_648), int(1)))).toBe('int 2147483647');
    expect(textOf(subtract(double(0.5), int(1)))).toBe('double -0.5');
    expect(textOf(multiply(int(65_537), int(65_537)))).toBe('int 131073');
    expect(textOf(multiply(double(2.5), int(0)))).toBe('double 0');
  });

  it('are divided to an int only where it comes out even', () => {
    expect(textOf(divide(int(6), int(3)))).toBe('int 2');
    expect(textOf(divide(int(7), int(2)))).toBe('double 3.5');
    expect(textOf(divide(int(7), int(0)))).toBe('double Infinity');
    expect(textOf(divide(double(6), int(3)))).toBe('double 2');
    expect(textOf(divide(int(0), int(-5)))).toBe('int 0');
  });

  it('are held at the ends by floor', () => {
    expect(textOf(floor(double(-0.5)))).toBe('int -1');
    expect(textOf(floor(double(1e12)))).toBe('int 2147483647');
    expect(textOf(floor(double(-1e12)))).toBe('int -2147483648');
  });

  it('have the class of the second where two are equal', () => {
    expect(textOf(larger(int(3), double(3)))).toBe('double 3');
    expect(textOf(smaller(double(3), int(3)))).toBe('int 3');
    expect(textOf(larger(int(4), double(3)))).toBe('int 4');
    expect(isSame(int(3), double(3))).toBe(false);
    expect(isSame(double(0), double(-0))).toBe(false);
    expect(isSame(double(NaN), double(NaN))).toBe(true);
  });
});

describe('an amount', () => {
  const names = { variable: () => int(7), input: () => double(2.5) };

  it('has a text with the brackets that its tree needs', () => {
    expect(amountText(call('floor', binary(binary(variable('Score'), '-', number(10)), '/', number(2))))).toBe(
      'floor((Score-10)/2)',
    );
    expect(amountText(call('max', input('In'), binary(number(1), '+', number(2)), variable('A')))).toBe(
      'max(input("In"),1+2,A)',
    );
  });

  it('has the value of its tree', () => {
    expect(textOf(amountValue(call('floor', binary(variable('A'), '/', number(2))), names))).toBe('int 3');
    expect(textOf(amountValue(call('max', input('In'), number(2), number(1)), names))).toBe('double 2.5');
    expect(textOf(amountValue(call('min', number(7), variable('A'), input('In')), names))).toBe('double 2.5');
    expect(textOf(amountValue(binary(variable('A'), '*', input('In')), names))).toBe('double 17.5');
  });
});

describe('a sheet', () => {
  const namesIn = (sheet: Sheet): readonly string[] => [...sheet.variables()].map(({ name }) => name);

  it('is written as lines of a campaign, and objects', () => {
    expect(sheetText(fan(1))).toEqual({
      lines: [
        'DEFAULTVARIABLEVALUE:NUMBER|0',
        'CHANNEL:PC|NUMBER=In',
        'GLOBAL:NUMBER=Base',
        'GLOBAL:NUMBER=Fan0',
        'MODIFY:Base|SET|input("In")',
        'MODIFY:Fan0|SET|Base+0',
        'MODIFY:Fan0|MULTIPLY|3',
        'MODIFY:Fan0|DIVIDE|2',
        'MODIFY:Fan0|ADD|5',
        'MODIFY:Fan0|MAX|3',
      ],
      objects: [{ scope: 'SKILL', key: 'Training', tokens: ['MODIFY:Base|ADD|4'] }],
    });
  });

  it('of a fan is solved in the order of its modifiers', () => {
    expect(texts(solvePlainly(fan(2), at(10)))).toEqual({ Base: 'int 10', Fan0: 'int 20', Fan1: 'double 21.5' });
    expect(texts(solvePlainly(fan(2), at(-10)))).toEqual({ Base: 'int -10', Fan0: 'int 3', Fan1: 'int 3' });
    expect(texts(solvePlainly(fan(2), at(10), [training]))).toEqual({
      Base: 'int 14',
      Fan0: 'int 26',
      Fan1: 'double 27.5',
    });
  });

  it('of a ladder of 16 has 49 variables, all of which a change must solve', () => {
    expect(namesIn(ladder(16))).toHaveLength(49);
    expect(solvesNeeded(ladder(16), at(10), at(17))).toBe(49);
    expect(textOf(solvePlainly(ladder(16), at(17)).get('Rung15') ?? int(0))).toBe('int 17');
  });

  it('of a chain counts its links', () => {
    expect(texts(solvePlainly(chain(3), at(10)))).toEqual({
      Base: 'int 10',
      Link0: 'int 11',
      Link1: 'int 12',
      Link2: 'int 13',
    });
    expect(solvesNeeded(chain(3), at(1), at(2))).toBe(4);
  });

  it('of groups has as many variables as asked for, of which a write concerns eleven', () => {
    const sheet = groups(100_000);
    expect(new Set(namesIn(sheet)).size).toBe(100_000);
    expect(sheet.inputs).toHaveLength(groupCount(100_000));
    expect(solvesNeeded(groups(50), new Map([['In1', 10]]), new Map([['In1', 17]]))).toBe(11);
    expect(texts(solvePlainly(groups(12), new Map([['In0', 10]])))).toMatchObject({
      Root0: 'int 10',
      Leaf0_3: 'int 13',
      Leaf0_8: 'int 23',
      Spare11: 'int 11',
    });
  });

  it('of a character has 12 variables with 30 modifiers, of which all but one depend on the level', () => {
    expect(namesIn(character)).toHaveLength(12);
    expect([...character.variables()].flatMap(({ modifiers }) => modifiers)).toHaveLength(30);
    expect(solvesNeeded(character, at(1), at(30))).toBe(11);
    expect(texts(solvePlainly(character, at(9)))).toEqual({
      Level: 'int 9',
      Rules: 'int 10',
      Might: 'int 21',
      Wits: 'int 15',
      MightBonus: 'int 5',
      WitsBonus: 'int 2',
      Attack: 'int 15',
      Guard: 'int 16',
      Health: 'int 99',
      Load: 'int 105',
      Pace: 'int 27',
      Power: 'int 62',
    });
  });

  it('needs nothing solved where nothing has changed', () => {
    expect(solvesNeeded(fan(3), at(10), at(10))).toBe(0);
    // Below the floor of the fan nothing changes any more, but it must be looked at.
    expect(solvesNeeded(fan(3), at(-10), at(-20))).toBe(4);
  });
});

describe('the peers', () => {
  it('make the same numbers of every score', () => {
    const scores = makeScores(300);
    const expected = Float64Array.from(scores, (score) => Math.floor((score - 10) / 2));
    const peers = createPeers(scores);
    expect(peers.map(({ name }) => name)).toEqual(peerNames);
    for (const { name, evaluateAll } of peers) {
      const out = new Float64Array(scores.length);
      evaluateAll(out);
      assertSameNumbers(name, out, expected);
    }
  });

  it('have ints and doubles before them, above ten and below', () => {
    const scores = makeScores(84);
    expect(scores.filter((score) => Number.isInteger(score))).toHaveLength(56);
    expect(Math.min(...scores)).toBeLessThan(4);
    expect(Math.max(...scores)).toBeGreaterThan(29);
    expect(new Set(makeFormulas(80)).size).toBe(80);
  });
});

describe('a disagreement', () => {
  it('is named', () => {
    const expected = new Map([
      ['A', int(1)],
      ['B', double(2)],
    ]);
    expect(() => assertSameValues('fan', expected, (name) => (name === 'A' ? int(1) : int(2)))).toThrow(
      'fan: B is int 2, and by a plain evaluation double 2',
    );
    expect(() => assertSameValues('fan', expected, () => undefined)).toThrow('A is no number');
    assertSameValues('fan', expected, (name) => expected.get(name));
    expect(() => assertSolves('ladder', 50, 49)).toThrow('ladder: a change solves 50 variables, and 49 need it');
    expect(() => assertSameNumbers('filtrex', Float64Array.of(1, 3), Float64Array.of(1, 2))).toThrow(
      'filtrex makes 3 of score 1',
    );
    expect(() => assertSameNumbers('filtrex', Float64Array.of(1), Float64Array.of(1, 2))).toThrow(
      'filtrex makes undefined of score 1',
    );
  });
});
