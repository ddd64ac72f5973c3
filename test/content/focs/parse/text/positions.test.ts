import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultTextLimits } from '../../../../../src/content/focs/parse/text/text-limits.js';
import { createPreprocessor } from '../../../../../src/content/focs/parse/text/preprocess.js';
import { placeOf, trace } from '../../../../../src/content/focs/parse/text/traced-text.js';
import { filesInMemory } from '../../../../support/focs-content.js';
import { heavy } from '../../../../support/heavy.js';

// The rules of texts once more, over plain strings as the game does it: slow, and without any memory of places.

function compose(path: string, texts: Readonly<Record<string, string>>, seen = new Set([path])): string {
  let text = `${texts[path]}\n`;
  for (;;) {
    const line = /^#include[ \t]*"([^"\n]*)"[ \t]*\r?$/m.exec(text);
    if (line === null) return text;
    const isNew = line[1] in texts && !seen.has(line[1]);
    seen.add(line[1]);
    text =
      text.slice(0, line.index) +
      (isNew ? compose(line[1], texts, seen) : '') +
      text.slice(line.index + line[0].length);
  }
}

const definition = /(\w+)\r?\n'''([^]*?)'''(?=\r?\n)/g;
const call = /\[\[\s*(\w+)\s*(?:\(([^)\n]+)\))?\]\]/g;

/** Undefined where it would go on for ever, or a macro calls itself. */
function expandPlainly(path: string, texts: Readonly<Record<string, string>>): string | undefined {
  const macros = new Map<string, string>();
  const rest = compose(path, texts).replaceAll(definition, (_, key: string, body: string) => {
    if (!macros.has(key)) macros.set(key, body);
    return '';
  });
  if ([...macros.keys()].some((key) => reaches(key, key, macros, new Set()))) return undefined;
  for (const key of [...macros.keys()].sort()) {
    const body = replaceCalls(macros.get(key) ?? '', macros);
    if (body === undefined) return undefined;
    macros.set(key, body);
  }
  return replaceCalls(rest, macros);
}

function reaches(from: string, key: string, macros: ReadonlyMap<string, string>, seen: Set<string>): boolean {
  return [...(macros.get(from) ?? '').matchAll(call)].some(([, called]) => {
    if (called === key) return true;
    if (seen.has(called)) return false;
    seen.add(called);
    return reaches(called, key, macros, seen);
  });
}

function replaceCalls(source: string, macros: ReadonlyMap<string, string>): string | undefined {
  let text = source;
  let from = 0;
  for (let steps = 0; steps < 2_000; steps += 1) {
    const found = new RegExp(call);
    found.lastIndex = from;
    const match = found.exec(text);
    if (match === null) return text;
    let body = macros.get(match[1]);
    from = body === undefined ? match.index + match[0].length : match.index;
    if (body === undefined) continue;
    for (const [index, argument] of (match[2] ?? '').split(',').entries())
      if (match[2] !== undefined) body = body.replaceAll(`@${index + 1}@`, () => argument);
    text = text.slice(0, match.index) + body + text.slice(match.index + match[0].length);
  }
  return undefined;
}

const keys = ['A', 'BB', 'C1', 'D_'];
const argument = fc.oneof(
  fc.constantFrom('x', 'y z', '', '@1@', '@2@', '[[A]]', '[[D_(q', 'A', 'BB', ' C1 '),
  fc.constantFrom(...keys),
);
const calls = fc
  .tuple(
    fc.constantFrom(...keys, '@1@', 'C@2@', 'NONE'),
    fc.array(argument, { maxLength: 3 }),
    fc.constantFrom('', ' ', '\n'),
  )
  .map(([key, given, blank]) => `[[${blank}${key}${blank}${given.length === 0 ? '' : `(${given.join(',')})`}]]`);
const fragment = fc.oneof(
  { weight: 4, arbitrary: calls },
  fc.constantFrom(
    'word',
    ' ',
    '\n',
    '\r\n',
    '@1@',
    '@2@',
    '@3@',
    '[',
    ']',
    '[[',
    ']]',
    '(',
    ')',
    ',',
    '1',
    'é',
    '// x\n',
  ),
);
const text = fc.array(fragment, { maxLength: 8 }).map((parts) => parts.join(''));
const quotes = "'''";
const macro = fc
  .tuple(fc.constantFrom(...keys), text, fc.constantFrom('\n', '\r\n'))
  .map(([key, body, end]) => `${key}${end}${quotes}${body}${quotes}${end}`);
const include = fc.constantFrom('\n#include "a"\n', '\n#include "b"\n', '\n#include "c"\n', '\n#include "none" \n');
const odd = fc.constantFrom(`\nKEY\n${quotes}`, `${quotes}\n`, quotes, '\nA\n');
const file = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: macro },
      { weight: 5, arbitrary: text },
      { weight: 3, arbitrary: include },
      { weight: 1, arbitrary: odd },
    ),
    { maxLength: 9 },
  )
  .map((parts) => parts.join(''));

test('texts come out as the rules say, and every character leads back to one like it', () => {
  let [compared, reached] = [0, 0];
  fc.assert(
    fc.property(fc.record({ a: file, b: file, c: file }), (texts) => {
      const files = filesInMemory(texts);
      const first = files.read('a');
      if (first === undefined) throw new Error('there is no file a');
      const result = createPreprocessor(files, { ...defaultTextLimits, expanded: 20_000 })(first);
      const expanded = result.text;
      if (expanded === undefined) return;
      for (let offset = 0; offset < expanded.text.length; offset += 1) {
        const place = trace(expanded, offset);
        // An expectation for each of so many would take most of the time.
        if (place.file.text[place.offset] !== expanded.text[offset])
          expect.fail(`character ${offset} is not what stands at ${place.file.file}:${place.offset}`);
        reached += place.calls.length;
      }
      const codes = new Set(result.problems.map(({ code }) => code));
      const plain = codes.has('macro-cycle') || codes.has('open-macro') ? undefined : expandPlainly('a', texts);
      if (plain === undefined) return;
      compared += 1;
      expect(expanded.text).toBe(plain);
    }),
    { numRuns: heavy(250, 2_000) },
  );
  // Else it would hold for nothing.
  expect(compared).toBeGreaterThan(heavy(60, 700));
  expect(reached).toBeGreaterThan(heavy(400, 10_000));
});

test('a place tells the file, the line and the calls, the innermost first', () => {
  const files = filesInMemory({
    'a.txt': 'first\n  [[OUTER(arg)]] rest\n#include "b.txt"',
    'b.txt': "OUTER\n'''<[[INNER(@1@)]]>'''\n\nINNER\n'''\n body @1@ end'''\n",
  });
  const first = files.read('a.txt');
  const expanded = first === undefined ? undefined : createPreprocessor(files)(first).text;
  if (expanded === undefined) throw new Error('the text is not there');
  const at = (part: string): unknown => placeOf(expanded, expanded.text.indexOf(part));
  const outer = { macro: 'OUTER', file: 'a.txt', line: 2, column: 3 };
  expect(at('first')).toEqual({ file: 'a.txt', line: 1, column: 1, calls: [] });
  expect(at('rest')).toEqual({ file: 'a.txt', line: 2, column: 18, calls: [] });
  expect(at('<')).toEqual({ file: 'b.txt', line: 2, column: 4, calls: [outer] });
  expect(at('body')).toEqual({
    file: 'b.txt',
    line: 6,
    column: 2,
    calls: [{ macro: 'INNER', file: 'b.txt', line: 2, column: 5 }, outer],
  });
  // What was given stands where it was given.
  expect(at('arg')).toMatchObject({ file: 'a.txt', line: 2, column: 11 });
  expect(placeOf(expanded, 1e9)).toMatchObject({ file: 'a.txt', line: 4, column: 1 });
  expect(placeOf(expanded, -5)).toMatchObject({ file: 'a.txt', line: 1, column: 1 });
});

test('an empty text is nowhere, and says so without failing', () => {
  const { text: empty } = createPreprocessor(filesInMemory({}))({
    file: 'a',
    path: 'a',
    text: '',
    lines: { text: '', starts: [0] },
  });
  expect(empty === undefined ? undefined : placeOf(empty, 0)).toEqual({ file: '', line: 1, column: 1, calls: [] });
});
