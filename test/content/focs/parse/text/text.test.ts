import { describe, expect, test } from 'vitest';
import { defaultTextLimits, type TextLimits } from '../../../../../src/content/focs/parse/text/text-limits.js';
import { createPreprocessor, type Preprocessed } from '../../../../../src/content/focs/parse/text/preprocess.js';
import { placeOf } from '../../../../../src/content/focs/parse/text/traced-text.js';
import { filesInMemory } from '../../../../support/focs-content.js';
import { longTest } from '../../../../support/heavy.js';

/** The first of the files, preprocessed. */
function preprocessed(texts: Readonly<Record<string, string>>, limits: Partial<TextLimits> = {}): Preprocessed {
  const files = filesInMemory(texts);
  const first = files.read(Object.keys(texts)[0]);
  if (first === undefined) throw new Error('the test has no files');
  return createPreprocessor(files, { ...defaultTextLimits, ...limits })(first);
}

function expanded(text: string, others: Readonly<Record<string, string>> = {}): string {
  const result = preprocessed({ 'scripting/a.focs.txt': text, ...others });
  expect(result.problems).toEqual([]);
  return result.text?.text ?? '';
}

/** Problems as `severity code at file:line:column: message`. */
function problemsOf({ problems }: Preprocessed): string[] {
  return problems.map(({ severity, code, message, inside, at }) => {
    const { file, line, column } = placeOf(inside, at);
    return `${severity} ${code} at ${file}:${line}:${column}: ${message}`;
  });
}

const macro = (key: string, body: string): string => `${key}\n'''${body}'''\n`;

describe('includes', () => {
  test('are relative to the file that holds the line, or with a slash to the outermost folder', () => {
    const others = {
      'scripting/b/c.macros': 'c\n#include "d.macros"',
      'scripting/b/d.macros': 'd',
      'scripting/d.macros': 'another',
      'common.txt': 'common',
    };
    expect(expanded('a\n#include "b/c.macros"\n#include "/common.txt"  \nz', others)).toBe(
      'a\nc\nd\n\n\ncommon\n\nz\n',
    );
  });

  test('count once for a file, whatever names lead to it, and never include the file itself', () => {
    const others = { 'scripting/b/c.macros': 'c\n#include "../a.focs.txt"', 'a.focs.txt': 'another' };
    expect(expanded('#include "b/c.macros"\n#include "../scripting/./b/c.macros"\n#include "a.focs.txt"', others)).toBe(
      'c\n\n\n\n\n',
    );
  });

  test('are lines that begin so and hold nothing else', () => {
    const text = ' #include "b"\n#include "b" x\nx #include "b"\n//#include "b"\n#include b';
    expect(expanded(text, { 'scripting/b': 'never' })).toBe(`${text}\n`);
  });

  test('may end with CR LF', () => {
    expect(expanded('a\r\n#include "b"\r\nz', { 'scripting/b': 'b\r\n' })).toBe('a\r\nb\r\n\n\nz\n');
  });

  test('of all files with a suffix come in the order of names, and what they include is relative to the outer file', () => {
    const others = {
      'scripting/b/2.macros': 'two',
      'scripting/b/10.macros': 'ten\n#include "c.txt"',
      'scripting/b/.macros': 'the suffix alone',
      'scripting/b/x.txt': 'other',
      'scripting/c.txt': 'outer',
      'scripting/b/c.txt': 'inner',
    };
    expect(expanded('#include "b/*.macros"', others)).toBe('ten\nouter\n\ntwo\n\n');
  });

  test('that are not there relative to the outermost file are warned of, once for each line of it', () => {
    const result = preprocessed({
      'scripting/a.focs.txt': 'a\n#include "b/c.macros"',
      'scripting/b/c.macros': '#include "d.macros"',
      'scripting/b/d.macros': 'd',
    });
    expect(result.text?.text).toBe('a\nd\n\n\n');
    expect(problemsOf(result)).toEqual([
      'warning missing-include at scripting/a.focs.txt:2:1: `d.macros`, which is included by way of this line, is not there relative to this file; `scripting/b/d.macros` is taken',
    ]);
  });

  test('of a file that is not there are warnings', () => {
    const result = preprocessed({ 'scripting/a.focs.txt': 'a\n#include "no.macros"\n#include "no/*.macros"\nz' });
    expect(result.text?.text).toBe('a\n\n\nz\n');
    expect(problemsOf(result)).toEqual([
      'warning missing-include at scripting/a.focs.txt:2:1: there is no file `scripting/no.macros` to include',
      'warning missing-include at scripting/a.focs.txt:3:1: there are no files `scripting/no/*.macros` to include',
    ]);
  });

  test('never lead out of the outermost folder', () => {
    const result = preprocessed({ 'scripting/a.focs.txt': '#include "../../etc/passwd"\n#include "/../x"' });
    expect(problemsOf(result)).toEqual([
      "error include-outside at scripting/a.focs.txt:1:1: `../../etc/passwd` leads out of the content's folders",
      "error include-outside at scripting/a.focs.txt:2:1: `/../x` leads out of the content's folders",
    ]);
  });

  test('have limits in depth, number and length', () => {
    const chain = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`s/${at}`, `${at}\n#include "${at + 1}"`]));
    expect(problemsOf(preprocessed(chain, { includes: 5 }))).toEqual([
      'error include-depth at s/5:2:1: files include each other more than 5 deep',
    ]);
    expect(problemsOf(preprocessed(chain, { includeLines: 4 }))).toEqual([
      'error too-many-includes at s/4:2:1: the file has more than 4 include lines with all that it includes',
    ]);
    const long = preprocessed(chain, { expanded: 30 });
    expect(long.text).toBeUndefined();
    expect(problemsOf(long)).toEqual([
      'error file-too-long at s/0:1:1: with all that it includes the file is longer than 30 characters',
    ]);
  });

  test('a byte order mark is no part of a text', () => {
    expect(expanded('\uFEFFa\n#include "b"', { 'scripting/b': '\uFEFFb' })).toBe('a\nb\n\n');
  });
});

describe('macro definitions', () => {
  test('are taken out, their line end stays', () => {
    expect(expanded(`a\n${macro('KEY', 'text')}b`)).toBe('a\n\nb\n');
    expect(expanded(`[[K_1]]\n${macro('K_1', ' over\nlines ')}`)).toBe(' over\nlines \n\n\n');
  });

  test('end at the first quotes that end a line', () => {
    expect(expanded(`[[A]]\n${macro('A', "x ''' y '''' z")}`)).toBe("x ''' y '''' z\n\n\n");
    expect(expanded(`[[A]]|\nA\n''''''\n`)).toBe('|\n\n\n');
    expect(expanded(`[[A]]|\nA\n'''x''''\n`)).toBe("x'|\n\n\n");
  });

  test('need their key right before the line end, which may be the end of a longer line', () => {
    expect(expanded(`[[A]]\nsome A\n'''x'''\n`)).toBe('x\nsome \n\n');
    expect(expanded("A \n'''x'''\n")).toBe("A \n'''x'''\n\n");
  });

  test('may have CR LF', () => {
    expect(expanded("[[A]]\r\nA\r\n'''x\r\ny'''\r\n")).toBe('x\r\ny\r\n\r\n\n');
  });

  test('the first of a key counts; others are warnings', () => {
    const result = preprocessed({ 'a.txt': `[[A]]\n${macro('A', 'first')}${macro('A', 'second')}` });
    expect(result.text?.text).toBe('first\n\n\n\n');
    expect(problemsOf(result)).toEqual([
      'warning duplicate-macro at a.txt:4:1: macro `A` is defined already; the first definition counts',
    ]);
  });

  test('may stand anywhere in what is included, and hold for that file alone', () => {
    const files = filesInMemory({
      'a.txt': `[[A]][[B]]\n#include "b.txt"\n${macro('A', 'a')}`,
      'b.txt': `${macro('A', 'b')}${macro('B', '[[A]]b')}`,
      'c.txt': '[[B]]',
    });
    const preprocess = createPreprocessor(files);
    const [first, , third] = ['a.txt', 'b.txt', 'c.txt'].map((path) => files.read(path));
    if (first === undefined || third === undefined) throw new Error('a file is missing');
    expect(preprocess(first).text?.text.trim()).toBe('bbb');
    expect(preprocess(third).text?.text).toBe('[[B]]\n');
    expect(problemsOf(preprocess(third))).toEqual(['error unknown-macro at c.txt:1:1: there is no macro `B`']);
  });

  test('may go over an include line, or have their text begin with an included file', () => {
    expect(expanded(`[[A]]\nA\n'''x\n#include "b"\ny'''\n`, { 'scripting/b': 'b' })).toBe('x\nb\n\ny\n\n\n');
    expect(expanded('[[A]]\nA\n#include "b"\nz', { 'scripting/b': "'''text'''" })).toBe('text\n\n\nz\n');
  });

  test('without an end are errors, and nothing after them is read', () => {
    const result = preprocessed({ 'a.txt': `a\nKEY\n'''text\nOTHER\nTech name = "X"` });
    expect(result.text?.text).toBe('a\n');
    expect(problemsOf(result)).toEqual([
      "error open-macro at a.txt:2:1: the text of this macro has no end, expected ''' at the end of a line",
    ]);
  });
});

describe('expansion', () => {
  test('allows blanks around the key and line ends among them', () => {
    expect(expanded(`[[ \n A\t]] [[A (1)]]\n${macro('A', '<@1@>')}`)).toBe('<@1@> <1>\n\n\n');
  });

  test('replaces each argument wherever it is asked for, untrimmed', () => {
    expect(expanded(`[[A(x, y,,z)]]\n${macro('A', '@1@|@2@|@3@|@4@|@1@')}`)).toBe('x| y||z|x\n\n\n');
  });

  test('leaves what only looks like a call', () => {
    for (const text of ['[[A()]]', '[[A(x\n)]]', '[[A-B]]', '[[A(x) ]]', '[[A', '[[', '[[ ]]', '[ [A]]', '[[A]']) {
      expect(expanded(`${text}\n${macro('A', 'a')}`), text).toBe(`${text}\n\n\n`);
    }
    expect(expanded(`[[[A]]]\n${macro('A', 'a')}`)).toBe('[a]\n\n\n');
  });

  test('makes calls of keys and arguments that arguments give', () => {
    const macros = `${macro('A', '[[B_@1@]] [[C(@2@)]]')}${macro('B_X', 'bx')}${macro('C', 'c@1@')}`;
    expect(expanded(`[[A(X,[[C(1)]])]]\n${macros}`).trim()).toBe('bx cc1');
  });

  test('lets a call begin in what a macro became and end after it', () => {
    expect(
      expanded(
        `[[A]]B]] [[C]]x)]]\n${macro('A', '[[')}${macro('B', 'b')}${macro('C', '[[D(')}${macro('D', 'd@1@')}`,
      ).trim(),
    ).toBe('b dx');
  });

  test('expands the texts of macros first, in the order of their keys', () => {
    // A is in B when B is called, so what B is given fills what A left open; and one number after the other, so that a
    // swap is none. C holds D as it was written.
    expect(expanded(`[[B(x)]]\n${macro('A', '@1@')}${macro('B', '[[A]]')}`).trim()).toBe('x');
    expect(expanded(`[[B(x,y)]]\n${macro('A', '@1@-@2@')}${macro('B', '[[A(@2@,@1@)]]')}`).trim()).toBe('x-x');
    expect(expanded(`[[C]]\n${macro('C', '[[D(1)]]')}${macro('D', '[[E]]')}${macro('E', '<@1@>')}`).trim()).toBe(
      '<@1@>',
    );
  });

  test('a call with more arguments than the macro has places for is a warning', () => {
    const result = preprocessed({
      'a.txt': `[[TWO(1,2)]] [[TWO(1,2,3)]]\n[[NONE(1)]] [[NONE()]] [[GAP(1,2)]]\n${macro('TWO', '@1@@2@')}${macro('NONE', 'a@b')}${macro('GAP', '@2@')}`,
    });
    expect(problemsOf(result)).toEqual([
      'warning macro-argument at a.txt:1:14: macro `TWO` takes 2 arguments, and 3 are given',
      'warning macro-argument at a.txt:2:1: macro `NONE` takes no arguments, and one is given',
    ]);
  });

  test('unknown macros are errors where they are called, also in texts that nobody calls, and stay as they are', () => {
    const result = preprocessed({
      'a.txt': `x [[TARGETS]]\n${macro('TARGET', 'a')}${macro('OTHER', 'y\n [[NOWHERE_AT_ALL]]')}`,
    });
    expect(result.text?.text).toBe('x [[TARGETS]]\n\n\n\n');
    expect(problemsOf(result)).toEqual([
      'error unknown-macro at a.txt:6:2: there is no macro `NOWHERE_AT_ALL`',
      'error unknown-macro at a.txt:1:3: there is no macro `TARGETS`',
    ]);
    expect(result.problems[1].suggestion).toBe('did you mean `TARGET`?');
    expect([...result.unresolved]).toEqual(['TARGETS']);
  });

  test('macros that call themselves are errors that name the circle, and stay as they are', () => {
    const macros = `${macro('A', 'a[[B]]')}${macro('B', '[[C]]')}${macro('C', '[[A]]')}${macro('D', '[[D(1)]]')}${macro('E', 'e[[A]]')}`;
    const result = preprocessed({ 'a.txt': `[[E]] [[D]]\n${macros}` });
    expect(result.text?.text.trim()).toBe('e[[A]] [[D]]');
    expect(problemsOf(result)).toEqual([
      'error macro-cycle at a.txt:2:1: macro `A` calls itself by way of `B` and `C`, so it has no end and is left as it is',
      'error macro-cycle at a.txt:8:1: macro `D` calls itself, so it has no end and is left as it is',
    ]);
  });
});

describe('hostile texts', () => {
  test('that double again and again are an error that names the macro', () => {
    const names = Array.from({ length: 40 }, (_, at) => `M${String(at).padStart(2, '0')}`);
    const macros = names.map((name, at) =>
      macro(name, at === 0 ? 'xxxxxxxxxx' : `[[${names[at - 1]}]][[${names[at - 1]}]]`),
    );
    const result = preprocessed({ 'a.txt': `[[M39]]\n${macros.join('')}` });
    expect(result.text).toBeUndefined();
    expect(problemsOf(result)).toEqual([
      expect.stringMatching(
        /^error macro-size at a\.txt:\d+:\d+: what macros make of this file is longer than 4000000 .*; macro `M\d\d` goes beyond it$/,
      ),
    ]);
  });

  longTest('that double by macros whose order forbids to expand them once are too', () => {
    const names = Array.from({ length: 40 }, (_, at) => `M${String(40 - at).padStart(2, '0')}`);
    const macros = names.map((name, at) =>
      macro(name, at === 0 ? 'xxxxxxxxxx' : `[[${names[at - 1]}]][[${names[at - 1]}]]`),
    );
    const result = preprocessed({ 'a.txt': `[[M01]]\n${macros.join('')}` });
    expect(result.text).toBeUndefined();
    expect(problemsOf(result)).toHaveLength(1);
  });

  test('whose arguments make their calls again without end are errors', () => {
    const result = preprocessed({ 'a.txt': `[[A(A)]]\n${macro('A', '[[@1@(@1@)]]')}` });
    expect(problemsOf(result)).toEqual([
      'error macro-depth at a.txt:3:4: more than 200 nested calls of macros, the last is of `A`',
    ]);
    const growing = preprocessed({ 'a.txt': `[[A(A)]]\n${macro('A', '[[@1@(@1@)]][[@1@(@1@)]]')}` });
    expect(growing.text).toBeUndefined();
  });

  test('whose macros lie too deep within each other are errors, with keys in either order', () => {
    for (const key of [(at: number) => `K${1000 + at}`, (at: number) => `K${2000 - at}`]) {
      const macros = Array.from({ length: 300 }, (_, at) => macro(key(at), at === 0 ? 'x' : `[[${key(at - 1)}]]`));
      const result = preprocessed({ 'a.txt': `[[${key(299)}]]\n${macros.join('')}` });
      expect(result.text).toBeUndefined();
      expect(result.problems.map(({ code }) => code)).toEqual(['macro-depth']);
      const fits = preprocessed({ 'a.txt': `[[${key(150)}]]\n${macros.join('')}` });
      expect(fits.text?.text.trim()).toBe('x');
    }
  });

  longTest('take time that grows with their length only', () => {
    const texts = [
      '[['.repeat(150_000),
      '[[A('.repeat(100_000),
      `${'[[A'.padEnd(300_000)}x`,
      `A\n'''`.repeat(60_000),
      "'''\n".repeat(100_000),
      '[[A]]'.repeat(80_000),
      `${macro('A', '[[')}${'[[A]]'.repeat(1000)}B]]`,
      `${macro('A', `[[B(${','.repeat(50_000)})]]`)}${macro('B', '')}${macro('0', '[[A]]'.repeat(10_000))}[[0]]`,
      `${macro('A', '@1@'.repeat(1000))}[[A(${'x'.repeat(100_000)})]]`,
      `${macro('A', 'x'.repeat(1000))}${'[[A(1,2,3,4)]]'.repeat(30_000)}`,
      '#include "x"\n'.repeat(30_000),
    ];
    // What takes time by their square takes longer than a test may.
    for (const text of texts) expect(() => preprocessed({ 'a.txt': text }), text.slice(0, 40)).not.toThrow();
  });

  test('tell no more problems than anyone would read', () => {
    const { problems } = preprocessed({ 'a.txt': Array.from({ length: 500 }, (_, at) => `[[NO_${at}]]`).join('') });
    expect(problems).toHaveLength(101);
    expect(problems[100]).toMatchObject({ code: 'more', message: '400 more problems with includes and macros' });
  });
});
