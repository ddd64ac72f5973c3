import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCollector } from '../../../src/content/text/collector.js';
import type { Diagnostic } from '../../../src/content/text/diagnostic.js';
import { excerptOf, createLineIndex, lineAt, positionAt } from '../../../src/content/text/line-index.js';
import { formatDiagnostic } from '../../../src/content/text/format-diagnostic.js';
import { nearestName } from '../../../src/content/text/nearest-name.js';
import { listTexts, printable, quoteText } from '../../../src/content/text/quote.js';

const mistake: Diagnostic = {
  severity: 'error',
  code: 'unknown-name',
  file: 'farm.yaml',
  line: 12,
  column: 12,
  message: '`popultion` is not a meter, expected `population`',
  suggestion: 'did you mean `population`?',
  excerpt: '- { meter: popultion, add: 1 }',
};

describe('a diagnostic for people', () => {
  test('shows the line, a caret under the column, and what to do', () => {
    expect(formatDiagnostic(mistake)).toBe(
      [
        'farm.yaml:12:12: error: `popultion` is not a meter, expected `population` [unknown-name]',
        '  12 | - { meter: popultion, add: 1 }',
        '     |            ^',
        '     = did you mean `population`?',
      ].join('\n'),
    );
  });

  test('leaves out what there is none of', () => {
    const { excerpt: _, suggestion: __, ...bare } = mistake;
    expect(formatDiagnostic({ ...bare, severity: 'warning' })).toBe(
      'farm.yaml:12:12: warning: `popultion` is not a meter, expected `population` [unknown-name]',
    );
  });

  test('keeps the caret in place after tabs, and where the line is cut', () => {
    const tabs = formatDiagnostic({ ...mistake, excerpt: '\t\tpopultion', column: 3 }).split('\n');
    expect(tabs[2].indexOf('^')).toBe(tabs[1].indexOf('popultion'));
    const long = `${'x'.repeat(300)}popultion${'y'.repeat(300)}`;
    const cut = formatDiagnostic({ ...mistake, column: 301, ...excerptOf(long, 301) }).split('\n');
    expect(cut[1].slice(cut[2].indexOf('^'))).toMatch(/^popultion/);
    expect(cut[1].length).toBeLessThan(180);
  });

  test('never says to a terminal what content wants to say', () => {
    const hostile = '\u001b[31m\u202e\u0007';
    const text = formatDiagnostic({
      ...mistake,
      file: hostile,
      message: hostile,
      suggestion: hostile,
      excerpt: `a${hostile}`,
    });
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test('is painted part by part', () => {
    const paint = {
      place: (t: string) => `<p>${t}`,
      error: (t: string) => `<e>${t}`,
      warning: (t: string) => `<w>${t}`,
      faint: (t: string) => `<f>${t}`,
    };
    expect(formatDiagnostic(mistake, paint)).toContain('<p>farm.yaml:12:12: <e>error: `popultion`');
    expect(formatDiagnostic({ ...mistake, severity: 'warning' }, paint)).toContain('<p>farm.yaml:12:12: <w>warning:');
  });
});

describe('lines', () => {
  test('end with LF or CR LF', () => {
    const index = createLineIndex('ab\r\nc\n\nd');
    expect([0, 1, 4, 5, 6, 7, 8].map((offset) => positionAt(index, offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 2 },
      { line: 2, column: 1 },
      { line: 2, column: 2 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
      { line: 4, column: 2 },
    ]);
    expect([1, 2, 3, 4, 5, 0].map((line) => lineAt(index, line))).toEqual(['ab', 'c', '', 'd', '', '']);
  });

  test('offsets outside the text count as its end', () => {
    const index = createLineIndex('a\nb');
    expect(positionAt(index, 99)).toEqual({ line: 2, column: 2 });
    expect(positionAt(index, -1)).toEqual({ line: 1, column: 1 });
    expect(positionAt(createLineIndex(''), 0)).toEqual({ line: 1, column: 1 });
  });

  test('are those of a count by hand', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', '\n', '\r\n')), fc.nat(60), (parts, offset) => {
        const text = parts.join('');
        const at = Math.min(offset, text.length);
        const before = text.slice(0, at).split('\n');
        expect(positionAt(createLineIndex(text), at)).toEqual({
          line: before.length,
          column: (before.at(-1) ?? '').length + 1,
        });
      }),
    );
  });
});

describe('an excerpt', () => {
  test('is the line, or a stretch around the column', () => {
    expect(excerptOf('short', 3)).toEqual({ excerpt: 'short' });
    expect(excerptOf('x'.repeat(500), 3)).toEqual({ excerpt: 'x'.repeat(160) });
    fc.assert(
      fc.property(fc.nat(2_000), fc.nat(2_000), (length, at) => {
        const line = Array.from({ length }, (_, i) => String.fromCharCode(97 + (i % 26))).join('');
        const column = Math.min(at, length) + 1;
        const { excerpt, excerptColumn = 1 } = excerptOf(line, column);
        expect(excerpt.length).toBeLessThanOrEqual(160);
        expect(line.slice(excerptColumn - 1, excerptColumn - 1 + excerpt.length)).toBe(excerpt);
        expect(column).toBeGreaterThanOrEqual(excerptColumn);
        expect(column).toBeLessThanOrEqual(excerptColumn + excerpt.length);
      }),
    );
  });
});

describe('the nearest name', () => {
  const known = ['population', 'maxPopulation', 'size', 'Size', 'a'];

  test.each([
    ['popultion', 'population'],
    ['maxpopulation', 'maxPopulation'],
    ['sise', 'size'],
    ['SIZE', 'size'],
    ['b', undefined],
    ['ab', 'a'],
    ['something', undefined],
    ['', undefined],
    ['x'.repeat(1_000), undefined],
  ])('of %s is %s', (name, found) => {
    expect(nearestName(name, known)).toBe(found);
  });

  test('costs no more than the budget', () => {
    const budget = { left: 10 };
    const looked: string[] = [];
    const names = function* (): Generator<string> {
      for (let i = 0; i < 1_000; i++) {
        looked.push(`name${i}`);
        yield `name${i}`;
      }
    };
    expect(nearestName('name5', names(), budget)).toBe('name5');
    expect(looked).toHaveLength(11);
    expect(nearestName('name5', names(), budget)).toBeUndefined();
  });
});

describe('quotations', () => {
  test('are short, and show nothing but text', () => {
    expect(quoteText('a')).toBe('`a`');
    expect(quoteText('x'.repeat(65))).toBe(`\`${'x'.repeat(64)}…\``);
    expect(quoteText('a\nb\u202e')).toBe('`a·b·`');
    expect(printable('a\tb\u{E0001}c')).toBe('a·b··c');
  });

  test('of several texts', () => {
    expect(listTexts([])).toBe('nothing');
    expect(listTexts(['a'])).toBe('`a`');
    expect(listTexts(['a', 'b', 'c'])).toBe('`a`, `b` or `c`');
    expect(listTexts(['a', 'b', 'c', 'd'], 2)).toBe('`a`, `b` or 2 more');
  });
});

test('a collector sorts by file, line and column, and keeps errors and warnings apart', () => {
  const collector = createCollector(['b', 'a']);
  const add = (file: string, line: number, column: number, severity: 'error' | 'warning' = 'error'): void =>
    collector.add({ severity, code: 'c', file, line, column, message: `${file}${line}:${column}` });
  expect(collector.hasErrors).toBe(false);
  add('a', 1, 1, 'warning');
  expect(collector.hasErrors).toBe(false);
  for (const [file, line, column] of [
    ['a', 2, 1],
    ['z', 1, 1],
    ['b', 10, 1],
    ['b', 2, 9],
    ['b', 2, 10],
    ['a', 1, 5],
  ] as const)
    add(file, line, column);
  expect(collector.hasErrors).toBe(true);
  expect(collector.errors().map(({ message }) => message)).toEqual(['b2:9', 'b2:10', 'b10:1', 'a1:5', 'a2:1', 'z1:1']);
  expect(collector.warnings().map(({ message }) => message)).toEqual(['a1:1']);
});
