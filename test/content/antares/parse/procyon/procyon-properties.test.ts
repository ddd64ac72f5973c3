import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../../src/content/antares/parse/read-document.js';
import { readJson } from '../../../../../src/content/antares/parse/json/read-json.js';
import { printJson } from '../../../../../src/content/antares/parse/procyon/print-json.js';
import { readProcyon } from '../../../../../src/content/antares/parse/procyon/read-procyon.js';
import type { ReadResult } from '../../../../../src/content/antares/parse/value.js';
import { isArray, outcomeOf, type Plain } from '../../plain-value.js';
import { type Choose, procyonText } from './procyon-text.js';
import { heavy } from '../../../../support/heavy.js';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\t', '"', '\\', '#', 'é', '😀', '\u0000', '\u007f') }),
  fc.constantFrom('type', 'op', '', '\n', 'true'),
);

const values = fc.letrec<{ readonly value: Plain }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.oneof(
      fc.constantFrom(null, true, false),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.bigInt({ min: -2000n, max: 2000n }),
      fc.double(),
      text,
      fc.uint8Array({ maxLength: 8 }),
    ),
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .uniqueArray(fc.tuple(text, tie('value')), { maxLength: 5, selector: ([key]) => key })
      .map((entries) => ({ map: entries })),
  ),
})).value;

const choices = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 }).map((numbers): Choose => {
  let next = 0;
  return (ways) => numbers[next++ % numbers.length] % ways;
});

/** What reading gives has a place inside of the document. Anything thrown fails the property. */
function expectOutcome(bytes: Uint8Array, result: ReadResult): void {
  const at = result.ok ? result.value.at : result.problem.at;
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  expect(at.line).toBeGreaterThanOrEqual(1);
  expect(at.line).toBeLessThanOrEqual(lines.length);
  expect(at.column).toBeGreaterThanOrEqual(1);
  expect(at.column).toBeLessThanOrEqual(lines[at.line - 1].length + 1);
  if (!result.ok) expect(result.problem.message).not.toBe('');
}

function mutated(
  bytes: Uint8Array,
  changes: readonly (readonly [at: number, remove: number, insert: string])[],
): Buffer {
  let result = Buffer.from(bytes);
  for (const [position, remove, insert] of changes) {
    const at = position % (result.length + 1);
    result = Buffer.concat([result.subarray(0, at), Buffer.from(insert, 'latin1'), result.subarray(at + remove)]);
  }
  return result;
}

const changes = fc.array(
  fc.tuple(
    fc.nat(),
    fc.nat(3),
    fc.constantFrom(
      '',
      '\n',
      '\t',
      '*',
      ':',
      '"',
      '[',
      ']',
      '{',
      '}',
      ',',
      '> ',
      '!',
      '$',
      '#',
      '\\',
      '\u00ff',
      '\u0000',
      'x',
      '9',
    ),
  ),
  { minLength: 1, maxLength: 4 },
);

describe('documents in Procyon', () => {
  it('are read back as they were meant, however they are written', () => {
    fc.assert(
      fc.property(values, choices, (value, choose) => {
        const document = procyonText(value, choose);
        expect(outcomeOf(readProcyon(Buffer.from(document))), document).toEqual(value);
      }),
      { numRuns: heavy(188, 1500) },
    );
  });

  it('give a value or a problem when they are changed', () => {
    fc.assert(
      fc.property(values, choices, changes, (value, choose, change) => {
        const bytes = mutated(Buffer.from(procyonText(value, choose)), change);
        expectOutcome(bytes, readProcyon(bytes));
      }),
      { numRuns: heavy(188, 1500) },
    );
  });
});

describe('documents in JSON', () => {
  it('are read back as they were printed', () => {
    fc.assert(
      fc.property(values, choices, (value, choose) => {
        const read = readProcyon(Buffer.from(procyonText(value, choose)));
        if (!read.ok) throw new Error(read.problem.message);
        const printed = printJson(read.value);
        expect(outcomeOf(readJson(Buffer.from(printed)))).toEqual(asJson(value));
      }),
      { numRuns: heavy(63, 500) },
    );
  });

  it('are what the platform reads too, but for the numbers', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const document = JSON.stringify(
          value,
          (_key, each: unknown) => (typeof each === 'number' && !Number.isSafeInteger(Math.trunc(each)) ? 0.5 : each),
          indent,
        );
        const read = readJson(Buffer.from(document));
        if (!read.ok) throw new Error(read.problem.message);
        expect(JSON.parse(printJson(read.value))).toEqual(JSON.parse(document));
      }),
      { numRuns: heavy(63, 500) },
    );
  });

  it('give a value or a problem when they are changed', () => {
    fc.assert(
      fc.property(fc.json(), changes, (json, change) => {
        const bytes = mutated(Buffer.from(json), change);
        expectOutcome(bytes, readJson(bytes));
      }),
      { numRuns: heavy(188, 1500) },
    );
  });
});

describe('bytes that are no document', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...Array.from('*[]{},:"$#>|!\\\n\t a10.e-')) }).map((each) => Buffer.from(each)),
  );

  it('give a value or a problem', () => {
    fc.assert(
      fc.property(bytes, fc.constantFrom('a.pn', 'a.json', 'a'), (each, file) => {
        expectOutcome(each, readDocument(file, each));
      }),
      { numRuns: heavy(375, 3000) },
    );
  });
});

/** What JSON keeps of a value. */
function asJson(value: Plain): Plain {
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (isArray(value)) return value.map(asJson);
  if (value !== null && typeof value === 'object' && 'map' in value)
    return { map: value.map.map(([key, item]) => [key, asJson(item)] as const) };
  return value;
}
