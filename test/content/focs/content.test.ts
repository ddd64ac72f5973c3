import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readContent, type Content } from '../../../src/content/focs/content.js';
import type { Diagnostic } from '../../../src/content/text/diagnostic.js';
import { contentFolder } from '../../support/focs-content.js';
import { refusal } from '../../support/errors.js';

const special = (name: string, rest = ''): string => `Special\n  name = "${name}"\n  description = ""\n  ${rest}\n`;
const broken = (name: string): string => special(name, 'location = And [ Plannet ]');
const find = ({ items }: Content, kind: string, name: string) =>
  items.find(({ item }) => item.kind === kind && item.name === name);
const namesOf = ({ items }: Content): string[] => items.map(({ item: { kind, name } }) => `${kind} ${name}`);
const placesOf = (diagnostics: readonly Diagnostic[]): string[] =>
  diagnostics.map(({ code, file, line, column }) => `${code} at ${file}:${line}:${column}`);

describe('which files count', () => {
  test('those of content, in the byte order of their paths, wherever below the folder', () => {
    const folder = contentFolder({
      'b.focs.txt': special('B'),
      'a/z.focs.txt': special('Z'),
      'a-b.focs.txt': special('AB'),
      'B.focs.txt': special('UPPER'),
      'a/deep/er/x.inf': 'Fleet name = "F" ships = "a"',
      'é.focs.txt': special('E'),
      'skip.macros': broken('M'),
      'skip.txt': broken('T'),
      'skip.focs.txt.disabled': broken('D'),
      'skip.focs.py': broken('P'),
    });
    const content = readContent(folder);
    expect(content.files).toEqual([
      'B.focs.txt',
      'a-b.focs.txt',
      'a/deep/er/x.inf',
      'a/z.focs.txt',
      'b.focs.txt',
      'é.focs.txt',
    ]);
    expect(namesOf(content)).toEqual(['Special UPPER', 'Special AB', 'Fleet F', 'Special Z', 'Special B', 'Special E']);
    expect(content.errors).toEqual([]);
    expect([...new Set(content.items.map(({ document }) => document.file))]).toEqual(content.files);
  });

  test('a folder that is not there is refused', () => {
    const error = refusal(() => readContent('/no/such/folder'));
    expect(error.code).toBe('bad-content-folder');
    expect(error.message).toContain('the content folder `/no/such/folder` cannot be read');
  });

  test('links are followed to files of the content, once, and neither out of it nor to folders', () => {
    const folder = contentFolder({ 'a.focs.txt': special('A'), 'sub/b.focs.txt': special('B') });
    const outside = contentFolder({ 'secret.txt': 'Fleet name = "SECRET"' });
    symlinkSync(join(folder, 'a.focs.txt'), join(folder, 'again.focs.txt'));
    symlinkSync(join(folder, 'sub'), join(folder, 'loop'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling.focs.txt'));
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'out.focs.txt'));
    const content = readContent(folder, { keepGoing: true });
    expect(namesOf(content)).toEqual(['Special A', 'Special B']);
    expect(content.errors).toMatchObject([
      { code: 'unreadable-file', file: 'out.focs.txt', message: 'this is a link that leads out of the content' },
    ]);
    expect(JSON.stringify(content.errors)).not.toContain('SECRET');
  });

  test('the folder itself may be a link', () => {
    const folder = contentFolder({ 'a.focs.txt': `${special('A', 'location = [[C]]')}#include "/more.macros"` });
    writeFileSync(join(dirname(folder), 'more.macros'), "C\n'''Ship'''\n");
    const elsewhere = join(dirname(contentFolder({})), 'linked');
    symlinkSync(folder, elsewhere);
    // What stands beside the link is not what stands beside the folder.
    const content = readContent(elsewhere, { keepGoing: true });
    expect(content.files).toEqual(['a.focs.txt']);
    expect(content.errors).toMatchObject([
      {
        code: 'missing-include',
        message: 'there is no file `more.macros` to include, and there is no macro `C` elsewhere',
      },
    ]);
  });

  test('files that are too long, or together too long, are errors', () => {
    const folder = contentFolder({
      'a.focs.txt': special('A'),
      'b.focs.txt': `${special('B')}${'// '.repeat(100)}`,
      'c.focs.txt': special('C'),
    });
    const long = readContent(folder, { keepGoing: true, limits: { file: 200 } });
    expect(namesOf(long)).toEqual(['Special A', 'Special C']);
    expect(long.errors).toMatchObject([
      { code: 'unreadable-file', file: 'b.focs.txt', line: 1, message: 'this is longer than 200 characters' },
    ]);
    const together = readContent(folder, { keepGoing: true, limits: { all: 400 } });
    expect(namesOf(together)).toEqual(['Special A', 'Special B']);
    expect(placesOf(together.errors)).toEqual(['content-too-long at c.focs.txt:1:1']);
  });
});

describe('items', () => {
  test('are found by kind and name, of which the first counts', () => {
    const folder = contentFolder({
      'a.focs.txt': special('A', 'stealth = 1'),
      'b.focs.txt': `${special('A', 'stealth = 2')}FieldType name = "A" description = "" stealth = 1 graphic = ""`,
      'c.inf': 'Fleet name = "F" ships = "x"\nFleet name = "F" ships = "y"',
      'd.focs.txt': 'ShipDesignOrdering uuid = "1"',
      'e.focs.txt': 'ShipDesignOrdering uuid = "2"',
    });
    const content = readContent(folder);
    expect(namesOf(content)).toEqual([
      'Special A',
      'FieldType A',
      'Fleet F',
      'ShipDesignOrdering ',
      'ShipDesignOrdering ',
    ]);
    expect(find(content, 'Special', 'A')?.document.file).toBe('a.focs.txt');
    expect(find(content, 'FieldType', 'A')?.item.kind).toBe('FieldType');
    expect(find(content, 'Tech', 'A')).toBeUndefined();
    expect(content.warnings).toEqual([
      {
        severity: 'warning',
        code: 'duplicate-item',
        file: 'b.focs.txt',
        line: 1,
        column: 1,
        excerpt: 'Special',
        message: 'there is a Special `A` already, at a.focs.txt:1; this one does not count',
      },
    ]);
  });

  test('tell their places through macros and includes', () => {
    const folder = contentFolder({
      'x/a.focs.txt': '[[TWO(B)]]\n#include "../m.macros"',
      'm.macros': `TWO\n'''${special('A')}${special('@1@')}'''\n`,
    });
    const { items } = readContent(folder);
    expect(items.map(({ item, document }) => document.place(item.at))).toEqual([
      { file: 'm.macros', line: 2, column: 4, calls: [{ macro: 'TWO', file: 'x/a.focs.txt', line: 1, column: 1 }] },
      { file: 'm.macros', line: 6, column: 1, calls: [{ macro: 'TWO', file: 'x/a.focs.txt', line: 1, column: 1 }] },
    ]);
  });
});

describe('errors', () => {
  test('leave nothing, or with keepGoing all that is sound', () => {
    const folder = contentFolder({
      'a.focs.txt': `${special('A')}${broken('B')}${special('C')}`,
      'b.focs.txt': special('D'),
    });
    const strict = readContent(folder);
    expect([strict.items, strict.broken]).toEqual([[], []]);
    expect(placesOf(strict.errors)).toEqual(['unknown-keyword at a.focs.txt:8:20']);
    const lenient = readContent(folder, { keepGoing: true });
    expect(namesOf(lenient)).toEqual(['Special A', 'Special C', 'Special D']);
    expect(lenient.errors).toEqual(strict.errors);
    expect(strict.errors[0]).toEqual({
      severity: 'error',
      code: 'unknown-keyword',
      file: 'a.focs.txt',
      line: 8,
      column: 20,
      message: 'expected a condition, found `Plannet`',
      suggestion: 'did you mean `Planet`?',
      excerpt: '  location = And [ Plannet ]',
    });
  });

  test('come in the order of files and places, each once however many include what it is in', () => {
    const files = Object.fromEntries(
      ['c', 'a', 'b'].map((name) => [
        `${name}.focs.txt`,
        `${special(name, 'location = [[OUTER]]')}${broken(`${name}2`)}#include "m.macros"\n`,
      ]),
    );
    const folder = contentFolder({
      ...files,
      'm.macros': "OUTER\n'''And [\n [[INNER(Shop)]] ]'''\nINNER\n''' @1@ '''\nUNUSED\n'''[[NO_SUCH]]'''\n",
    });
    const { errors } = readContent(folder);
    expect(placesOf(errors)).toEqual([
      'unknown-keyword at a.focs.txt:8:20',
      'unknown-keyword at b.focs.txt:8:20',
      'unknown-keyword at c.focs.txt:8:20',
      'unknown-keyword at m.macros:3:10',
      'unknown-macro at m.macros:7:4',
    ]);
    expect(errors[3]).toMatchObject({
      message:
        'expected a condition, found `Shop`, in macro `INNER` called at m.macros:3:2, in macro `OUTER` called at a.focs.txt:4:14',
      excerpt: " [[INNER(Shop)]] ]'''",
    });
  });

  test('of a macro drop the items that call it, without saying so twice', () => {
    const folder = contentFolder({
      'a.focs.txt': `${special('A', 'location = [[NO_SUCH]]')}${special('B')}`,
      'b.focs.txt': `${special('C', 'location = [[LOOP]]')}${special('D')}LOOP\n'''And [ [[LOOP]] ]'''\n`,
      'c.focs.txt': `${special('E')}${special('F')}OPEN\n'''Ship\n`,
    });
    const content = readContent(folder, { keepGoing: true });
    expect(namesOf(content)).toEqual(['Special B', 'Special D', 'Special E', 'Special F']);
    expect(placesOf(content.errors)).toEqual([
      'unknown-macro at a.focs.txt:4:14',
      'macro-cycle at b.focs.txt:9:1',
      'open-macro at c.focs.txt:9:1',
    ]);
  });

  test('of a file whose macros go beyond the limits leave the other files', () => {
    const bomb = Array.from(
      { length: 30 },
      (_, at) => `M${at + 10}\n'''${at === 0 ? 'xxxxxxxx' : `[[M${at + 9}]][[M${at + 9}]]`}'''\n`,
    ).join('');
    const content = readContent(contentFolder({ 'a.focs.txt': `[[M39]]\n${bomb}`, 'b.focs.txt': special('B') }), {
      keepGoing: true,
    });
    expect(namesOf(content)).toEqual(['Special B']);
    expect(content.errors).toMatchObject([{ code: 'macro-size', file: 'a.focs.txt' }]);
  });

  test('do not change with the directory in which the content lies', () => {
    const texts = { 'a.focs.txt': broken('A'), 'sub/b.focs.txt': '#include "no.macros"\n#include "/no.macros"\n' };
    const [first, second] = [contentFolder(texts), contentFolder(texts)].map((folder) => readContent(folder));
    expect(first.errors).toEqual(second.errors);
    expect(first.warnings).toEqual(second.warnings);
    expect(first.warnings).toHaveLength(2);
  });
});

test('a folder inside may be named like content', () => {
  const folder = contentFolder({ 'a.focs.txt': special('A') });
  mkdirSync(join(folder, 'b.focs.txt'));
  expect(namesOf(readContent(folder))).toEqual(['Special A']);
});
