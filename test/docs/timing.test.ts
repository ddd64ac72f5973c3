import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { plainTiming } from '../../src/ir/occurrence.js';
import { boundaries } from '../../src/content/l5r/syntax.js';
import { abilityClasses } from '../../src/ir/occurrence.js';
import { folderWith } from '../cli/files.js';
import { cli } from '../cli/run-cli.js';
import { longTest } from '../support/heavy.js';

const page = readFileSync(new URL('../../docs/timing.md', import.meta.url), 'utf8');
const format = readFileSync(new URL('../../docs/l5r.md', import.meta.url), 'utf8');

/** Text of the fenced blocks of a language on a page. */
const blocks = (language: string, text = page): readonly string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]+?)\`\`\``, 'g'))].map(([, block]) => block);

const decisions = ['order', 'group', 'react', 'choose', 'pay'];
const given = ['players', 'active', 'next', 'phase', 'entities', 'honor', 'abilities', 'decisions', 'policy'];
const entries = [
  'raise',
  'raiseAll',
  'timePoint',
  'endPhase',
  'beginPhase',
  'endTurn',
  'beginTurn',
  'note',
  'noteForce',
  'notePhase',
  'negate',
  'adjust',
  'retarget',
  'add',
];
const changing = [
  'bow',
  'straighten',
  'destroy',
  'die',
  'moveHome',
  'assign',
  'move',
  'gainHonor',
  'loseHonor',
  'dishonor',
  'attach',
];
const stops = [
  'nesting',
  'limit-occurrences',
  'limit-waiting',
  'substitutions',
  'optional-loop',
  'limit-actions',
  'list-depth',
  'not-finite',
];
const faults = [
  'unknown-name',
  'bad-value',
  'bad-option',
  'no-decision',
  'not-an-option',
  'not-your-decision',
  'paused',
  'decision-needed',
  'world-changed',
  'polling',
  'bad-log',
  'foreign-log',
  'log-differs',
  'bad-scenario',
];

describe('docs/timing.md and docs/l5r.md', () => {
  const games = [...page.matchAll(/```yaml\n([^]+?)```\n\n```\n\$ edict (play (\S+) .+)\n([^]+?)```/g)].map(
    ([, game, argv, file, printed]) => ({ game, argv, file, printed }),
  );

  it('has an output below every game', () => {
    expect(games).toHaveLength(blocks('yaml').length);
    expect(games.length).toBeGreaterThanOrEqual(3);
  });

  it.each(games)('shows what $argv prints', async ({ game, argv, file, printed }) => {
    const folder = folderWith({ [file]: game });
    const { code, out, error } = await cli(argv.split(' ').map((word) => (word === file ? join(folder, word) : word)));
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out.replace(/\nstate [\da-f]{16}\n$/, '\n')).toBe(printed);
  });

  longTest('shows how a turn waits, and what that prints', () => {
    const [program] = blocks('js');
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      encoding: 'utf8',
    });
    expect(page).toContain(`It prints\n\n\`\`\`\n${printed.trimEnd()}\n\`\`\``);
  });

  it('has a scenario file that passes, and shows how a failure looks', async () => {
    const [scenario] = blocks('json', format);
    const folder = folderWith({ 'bell.json': scenario });
    const passed = await cli(['test', join(folder, 'bell.json')]);
    expect(passed).toMatchObject({ code: 0, error: '' });
    expect(format).toContain(`$ edict test bell.json\n${passed.out.replaceAll(`${folder}/`, '').trimEnd()}\n`);
    const other = folderWith({ 'bell.json': scenario.replace('"apply ring:monk": 2', '"apply ring:monk": 3') });
    const failed = await cli(['test', join(other, 'bell.json')]);
    expect(failed.code).toBe(1);
    expect(format).toContain(`\`\`\`\n${failed.out.replaceAll(`${other}/`, '').split('\n\n')[0]}\n\`\`\``);
  });

  it.each([
    ['classes', abilityClasses],
    ['policies', Object.keys(plainTiming)],
    ['boundaries', Object.values(boundaries)],
    ['decisions', decisions],
    ['keys of given', given],
    ['entries', entries],
    ['types that change state', changing],
    ['codes of stops', stops],
    ['codes of faults', faults],
  ])('names all %s', (_what, names) => {
    expect(names.filter((name) => !new RegExp(`\`[^\`]*\\b${name}\\b[^\`]*\``).test(page + format))).toEqual([]);
  });

  it('leads to places that are there', () => {
    const anchorsOf = (text: string): ReadonlySet<string> =>
      new Set(
        [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
          heading
            .toLowerCase()
            .replace(/[^\w\s-]/g, '')
            .trim()
            .replace(/\s/g, '-'),
        ),
      );
    for (const text of [page, format])
      for (const [, anchor] of text.matchAll(/\]\(#([\w-]+)\)/g)) expect(anchorsOf(text), anchor).toContain(anchor);
    for (const [, file, anchor] of (page + format).matchAll(/\]\(([\w-]+\.md)(?:#([\w-]+))?\)/g)) {
      const other = readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');
      if (anchor !== undefined) expect(anchorsOf(other), `${file}#${anchor}`).toContain(anchor);
    }
  });
});
