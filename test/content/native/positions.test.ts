import fc from 'fast-check';
import { isMap, isScalar, parseDocument } from 'yaml';
import { describe, expect, test } from 'vitest';
import { fileOffset, scalarOffsets } from '../../../src/content/native/yaml-places.js';
import { errorsOf, withGroup } from './samples.js';
import { propertyRuns } from '../../support/choices.js';

/** Where a word stands in a text; each of its letters counts once. */
function positionOf(text: string, word: string): string {
  const before = text.slice(0, text.indexOf(word)).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

/** Content whose activation is written in a certain way. */
function withActivation(written: string): string {
  return withGroup(`activation: ${written}\neffects: []`);
}

describe('an error inside an expression stands where its characters stand in the file', () => {
  test.each([
    ['plain', 'source.level > zzz'],
    ['plain, over lines', 'source.level\n    > zzz'],
    ['plain, over lines with an empty one', 'source.level\n\n    > 1 &&\n\n\n  self.level > zzz'],
    ['single quotes', "'source.planet.size == zzz'"],
    ['single quotes with a quote before', "'source.planet.size == ''tiny'' || source.level > zzz'"],
    ['single quotes over lines', "'source.level\n\n     > zzz'"],
    ['double quotes', '"source.level > zzz"'],
    ['double quotes with escapes before', '"source.\\x6cevel\\u0020\\t> \\U00000031 || source.level > zzz"'],
    ['double quotes with an escaped quote', '"source.planet.size == \\"tiny\\" || source.level > zzz"'],
    ['double quotes over lines', '"source.level   \n\n     > zzz"'],
    ['double quotes with an escaped line end', '"source.level \\\n     > zzz"'],
    ['literal', '|\n  source.level\n    > zzz'],
    ['literal with a comment and chomping', '|- # why\n  source.level\n  > zzz'],
    ['literal with an indentation indicator', '|2\n    source.level\n  > zzz'],
    ['folded', '>\n  source.level\n  > zzz'],
    ['folded with an empty line', '>\n  source.level\n\n  > 1 ||\n  source.level > zzz'],
    ['folded with a deeper line', '>-\n  source.level\n      > 1 ||\n  source.level > zzz'],
    ['folded that keeps its end', '>+\n  source.level > zzz\n\n'],
  ])('%s', (_, written) => {
    const text = withActivation(written);
    const errors = errorsOf(text);
    expect(
      errors.map(({ line, column }) => `${line}:${column}`),
      JSON.stringify(errors),
    ).toEqual([positionOf(text, 'zzz')]);
    for (const newline of ['\n', '\r\n']) {
      const other = errorsOf(`\ufeff${text.replaceAll('\n', newline)}`);
      expect(other.map(({ line, column }) => `${line}:${column}`)).toEqual([positionOf(text, 'zzz')]);
    }
  });

  test('in lists and flow maps', () => {
    const text = withGroup(
      'activation:\n  - "true"\n  - source.level > zzz\nscope: { include: ["target.level > yyy"] }\neffects: []',
    );
    expect(errorsOf(text).map(({ line, column }) => `${line}:${column}`)).toEqual([
      positionOf(text, 'zzz'),
      positionOf(text, 'yyy'),
    ]);
  });

  test('after characters of two units', () => {
    const text = withActivation('"source.planet.size == \'😀\' || source.level > zzz"');
    expect(errorsOf(text).map(({ line, column }) => `${line}:${column}`)).toEqual([
      positionOf(text, "'😀'"),
      positionOf(text, 'zzz'),
    ]);
  });

  test('a scalar that is no text counts as a whole', () => {
    const text = withActivation('12345');
    expect(errorsOf(text).map(({ line, column }) => `${line}:${column}`)).toEqual([positionOf(text, '12345')]);
  });
});

// --- the map from values to files
// -------------------------------------------------------------------------------------

/** Words that occur once each, so that each can be found in the file. */
const line = fc.record({
  indent: fc.nat(3),
  words: fc.nat(3),
  blanks: fc.constantFrom('', ' ', '  ', '\t'),
});

interface Sample {
  readonly text: string;
}

function numbered(): () => string {
  let next = 0;
  return () => `w${next++}x`;
}

const block = fc
  .record({
    style: fc.constantFrom('|', '>'),
    chomp: fc.constantFrom('', '-', '+'),
    comment: fc.constantFrom('', ' # comment'),
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    newline: fc.constantFrom('\n', '\r\n'),
    after: fc.nat(2),
  })
  .map(({ style, chomp, comment, lines, newline, after }): Sample => {
    const word = numbered();
    const body = lines.map(({ indent, words, blanks }, i) => {
      // The first line sets the indentation.
      const depth = i === 0 ? 0 : indent;
      const content = Array.from({ length: i === 0 ? words + 1 : words }, word).join('  ');
      return content === '' ? ' '.repeat(indent) : `  ${' '.repeat(depth)}${content}${blanks}`;
    });
    return { text: `a: ${style}${chomp}${comment}${newline}${body.join(newline)}${newline.repeat(after)}` };
  });

const flow = fc
  .record({
    quote: fc.constantFrom('', "'", '"'),
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    newline: fc.constantFrom('\n', '\r\n'),
    extra: fc.array(fc.constantFrom('\\n', '\\"', '\\x41', '\\u0042', '\\U0001F600', '\\\\', '\\/', '\\\t', '\\_'), {
      maxLength: 8,
    }),
  })
  .map(({ quote, lines, newline, extra }): Sample => {
    const word = numbered();
    const left = [...extra];
    const body = lines.map(({ indent, words, blanks }, i) => {
      const first = i === 0 || i === lines.length - 1;
      const content = Array.from({ length: first ? words + 1 : words }, () => {
        const odd = quote === '"' ? (left.pop() ?? '') : quote === "'" && words > 1 ? "''" : '';
        return word() + odd;
      }).join(' ');
      return `${i === 0 ? '' : ` ${' '.repeat(indent)}`}${content}${blanks}`;
    });
    return { text: `a: ${quote}${body.join(newline)}${quote}` };
  });

test('every character of a value is found in the file', () => {
  fc.assert(
    fc.property(fc.oneof(block, flow), ({ text }) => {
      const document = parseDocument(text, { keepSourceTokens: true, prettyErrors: false });
      fc.pre(document.errors.length === 0 && isMap(document.contents));
      const node = isMap(document.contents) ? document.contents.items[0].value : undefined;
      fc.pre(isScalar(node) && typeof node.value === 'string');
      if (!isScalar(node) || typeof node.value !== 'string') return;
      const { srcToken: token, value } = node;
      if (token === undefined || !('source' in token)) throw new Error('no token');
      const offsets = scalarOffsets(token, value);
      expect(offsets).toHaveLength(value.length + 1);
      for (const { 0: word, index } of value.matchAll(/w\d+x/g)) {
        expect(text.slice(offsets[index], offsets[index] + word.length)).toBe(word);
        expect(fileOffset(token, value, index)).toBe(offsets[index]);
      }
      // Offsets never go back, and never leave the text.
      for (let i = 1; i < offsets.length; i++) expect(offsets[i]).toBeGreaterThanOrEqual(offsets[i - 1]);
      expect(offsets[value.length]).toBeLessThanOrEqual(text.length);
    }),
    propertyRuns(300),
  );
});
