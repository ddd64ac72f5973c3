import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from './files.js';
import { cli } from './run-cli.js';

/** Every command that opens the world of a scenario file. */
const openings: readonly (readonly [string, (file: string) => readonly string[]])[] = [
  ['run', (file) => ['run', file]],
  ['explain', (file) => ['explain', 'Terra', 'population', file]],
  ['what-if', (file) => ['what-if', file, '--suppose', 'Terra.population = 3']],
  ['play', (file) => ['play', file]],
];

describe.each(openings)('edict %s names what is wrong with', (_command, argv) => {
  it.each([
    [
      'a file without a format that is no YAML',
      'kinds: [a, b\nmeters: {}\n',
      ':1:8: this is not well-formed YAML: nothing closes this `[`, expected `]` before line 2, column 1 ',
    ],
    ['a binary file', 'ab\0c', ':1:3: the file holds the control character U+0000, expected text in UTF-8 '],
    ['an empty file', '', ' is empty, or holds only comments; check whether it was saved'],
    ['a file of comments', '# todo\n', ' is empty, or holds only comments; check whether it was saved'],
    [
      'a content file that is not there',
      'format: edict-scenario/1\ncontent:\n  - kinds: {}\n  - none.yaml\nsteps: []\n',
      ':4:5: ',
    ],
    [
      'a content file in an odd place',
      'format: edict-scenario/1\ncontent: { kinds: {} }\ncases:\n  - name: one\n    content: /etc/passwd\n    steps: []\n',
      ':5:14: content names the file "/etc/passwd"; ',
    ],
    [
      'an object of no kind',
      'format: edict-scenario/1\ncontent: { kinds: { rock: {} } }\nworld:\n  objects:\n    - { name: A, kind: rok }\nsteps: []\n',
      ':5:7: object A: there is no kind "rok"; did you mean `rock`?',
    ],
    [
      'a world that is too small',
      'format: edict-scenario/1\ncontent: { kinds: { rock: {} } }\nworld: { capacity: 100000000 }\nsteps: []\n',
      ':3:8: ',
    ],
    ['content without a start', 'kinds: {}\n', ' is content whose worlds begin empty: it has neither a section start '],
  ])('%s', async (_what, text, message) => {
    const file = join(folderWith({ 'x.yaml': text }), 'x.yaml');
    const { code, out, error } = await cli(argv(file));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain(`edict: ${file}${message}`);
  });
});

it('edict check and edict test name the same places', async () => {
  const text = 'format: edict-scenario/1\ncontent:\n  - kinds: {}\n  - none.yaml\nsteps: []\n';
  const file = join(folderWith({ 'x.yaml': text }), 'x.yaml');
  const place = `${file}:4:5: `;
  expect((await cli(['check', file])).out).toContain(`${place}error: `);
  expect((await cli(['test', file])).out).toContain(
    `${place}${file.replace('x.yaml', 'none.yaml')} does not exist; check the path`,
  );
});
