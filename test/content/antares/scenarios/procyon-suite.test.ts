import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { suiteCases } from '../../../../src/content/antares/scenarios/text-suite.js';
import { filesOfTar } from '../../../../src/content/antares/scenarios/text-suite.js';

const archive = fileURLToPath(
  new URL('../../../../../shared/fixtures/conditions/procyon-tests.tar.gz', import.meta.url),
);
const hasArchive = existsSync(archive);

describe.skipIf(!hasArchive)('the tests of the Procyon project (skipped where ../shared is not there)', () => {
  const cases = hasArchive ? suiteCases(filesOfTar(readFileSync(archive), archive)) : [];

  it('are all there', () => {
    expect(cases).toHaveLength(109);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(109);
  });

  it.each(cases)('$name', ({ run }) => {
    expect(run()).toBeUndefined();
  });
});

describe('cases of an archive', () => {
  const files = (entries: Readonly<Record<string, string>>) =>
    new Map(Object.entries(entries).map(([path, text]) => [`procyon-tests/${path}`, Buffer.from(text)]));
  const failures = (entries: Readonly<Record<string, string>>) =>
    suiteCases(files(entries)).map(({ name, run }) => `${name}: ${run() ?? 'passed'}`);

  it('compare values by type', () => {
    expect(
      failures({
        'a/float/in.txt': '[1, 1.0]',
        'a/float/out.json': '[1, 1.0]',
        'a/int/in.txt': '[1, 1]',
        'a/int/out.json': '[1, 1.0]',
        'a/large/in.txt': '9007199254740993',
        'a/large/out.json': '9007199254740992',
      }),
    ).toEqual([
      'a/float: passed',
      'a/int: the value as JSON differs in line 3: expected 1.0; got 1',
      'a/large: the value as JSON differs in line 1: expected 9007199254740992; got 9007199254740993',
    ]);
  });

  it('compare the order and the number of entries', () => {
    expect(
      failures({
        'a/order/in.txt': '{a: 1, b: 2}',
        'a/order/out.json': '{"b": 2, "a": 1}',
        'b/more/in.txt': '{a: 1, b: 2}',
        'b/more/out.json': '{"a": 1}',
      }),
    ).toEqual([
      'a/order: the value as JSON differs in line 2: expected "b": 2,; got "a": 1,',
      'b/more: the value as JSON differs in line 2: expected "a": 1; got "a": 1,',
    ]);
  });

  it('compare errors', () => {
    expect(
      failures({
        'a/other/in.txt': '[1',
        'a/other/err.txt': '1:1: expected value\n',
        'a/same/in.txt': '[1',
        'a/same/err.txt': "1:3: expected ',' or ']'\n",
        'a/value/in.txt': '1',
        'a/value/err.txt': '1:1: expected value\n',
        'b/error/in.txt': '[1',
        'b/error/out.json': '[1]',
        'b/json/in.txt': '[1]',
        'b/json/out.json': '[1',
      }),
    ).toEqual([
      "a/other: expected the error 1:1: expected value; got 1:3: expected ',' or ']'",
      'a/same: passed',
      'a/value: expected the error 1:1: expected value; got the value 1',
      "b/error: expected a value; got the error 1:3: expected ',' or ']'",
      'b/json: its out.json is no JSON: 1:3: expected `,` or `]`, not the end of the document',
    ]);
  });

  it('are refused where a test does not say what it expects', () => {
    expect(() => suiteCases(files({ 'a/b/in.txt': '1' }))).toThrow(
      'the test a/b has neither an err.txt nor an out.json; expected one of them',
    );
    expect(() => suiteCases(files({ 'a/b/in.txt': '1', 'a/b/err.txt': '', 'a/b/out.json': '' }))).toThrow(
      'the test a/b has both an err.txt and an out.json; expected one of them',
    );
  });
});
