import fc from 'fast-check';
import { expect, test } from 'vitest';
import { levelsOf, partsOf, type Formula } from '../../../../src/content/lst/syntax.js';
import { parseFormula } from '../../../../src/content/lst/parse/parse-formula.js';
import { printFormula } from './print.js';
import { parseByTheBook } from './oracle.js';
import { parsed, randomTree, treeOf, writeTree } from './trees.js';
import { heavy } from '../../../support/heavy.js';

const choices = fc.infiniteStream(fc.nat());

test('a tree that is written with any blanks and brackets parses back', () => {
  fc.assert(
    fc.property(randomTree, choices, (tree, stream) => {
      const text = writeTree(tree, (count) => (stream.next().value as number) % count);
      expect(treeOf(parsed(text))).toEqual(tree);
    }),
    { numRuns: heavy(25, 400) },
  );
});

test('the printed form parses to the same tree, and is its own printed form', () => {
  fc.assert(
    fc.property(randomTree, choices, (tree, stream) => {
      const formula = parsed(writeTree(tree, (count) => (stream.next().value as number) % count));
      const text = printFormula(formula);
      expect(treeOf(parsed(text))).toEqual(tree);
      expect(printFormula(parsed(text))).toBe(text);
    }),
    { numRuns: heavy(25, 400) },
  );
});

test('the text of each part of a formula is that part', () => {
  fc.assert(
    fc.property(randomTree, choices, (tree, stream) => {
      const text = writeTree(tree, (count) => (stream.next().value as number) % count);
      const check = (formula: Formula): void => {
        expect(treeOf(parsed(text.slice(formula.start, formula.end)))).toEqual(treeOf(formula));
        partsOf(formula).forEach(check);
      };
      check(parsed(text));
    }),
    { numRuns: 200 },
  );
});

const pieces = fc.constantFrom(
  ...[
    'a',
    'b c',
    'é',
    '1',
    '2.5',
    '.5',
    '"x"',
    '"',
    '\\',
    'f(',
    'L[',
    '(',
    ')',
    ']',
    ',',
    '+',
    '-',
    '*',
    '/',
    '%',
    '^',
    '!',
    '=',
    '==',
    '<',
    '>',
    '&',
    '&&',
    '|',
    '||',
    ' ',
    '  ',
    '_',
    ':',
    '.',
    '~',
    '#',
    '\t',
    '\u{1d49c}',
    '\ud835',
  ],
);

test('what is a formula, and which one, is as the grammar reads', () => {
  const shorter = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''));
  fc.assert(
    fc.property(shorter, (text) => {
      const { formula, problem } = parseFormula(text);
      const expected = parseByTheBook(text);
      expect(formula === undefined ? undefined : treeOf(formula), text).toEqual(expected);
      if (problem !== undefined) expect(problem.at).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: heavy(125, 3000) },
  );
});

test('a formula with one piece changed is refused, or parses, as the grammar reads', () => {
  fc.assert(
    fc.property(randomTree, choices, pieces, fc.nat(), fc.nat(2), (tree, stream, piece, where, removed) => {
      const whole = writeTree(tree, (count) => (stream.next().value as number) % count);
      const at = where % (whole.length + 1);
      const text = whole.slice(0, at) + piece + whole.slice(at + removed);
      const { formula } = parseFormula(text);
      expect(formula === undefined ? undefined : treeOf(formula), text).toEqual(parseByTheBook(text));
    }),
    { numRuns: heavy(62, 1500) },
  );
});

test('no text throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
      ),
      (text) => {
        const { problem } = parseFormula(text);
        if (problem === undefined) return;
        expect(problem.at).toBeGreaterThanOrEqual(0);
        expect(problem.at).toBeLessThanOrEqual(text.length);
        expect(problem.message).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      },
    ),
    { numRuns: heavy(41, 1000) },
  );
});

test('levels are counted by what lies within each other', () => {
  expect(
    ['1', 'a', '1+2', '1+2+3', 'f()', 'f(1)', 'f(-a)', 'L[0]', '!(a)', 'f(1+2,3)'].map((text) =>
      levelsOf(parsed(text)),
    ),
  ).toEqual([0, 0, 1, 2, 1, 1, 2, 1, 1, 2]);
});
