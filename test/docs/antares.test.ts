import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hostActions, zooms } from '../../src/content/antares/syntax.js';
import { levelFormat } from '../../src/content/antares/scenarios/antares-format.js';
import { folderWith } from '../cli/files.js';
import { cli } from '../cli/run-cli.js';
import { longTest } from '../support/heavy.js';

const page = readFileSync(new URL('../../docs/antares.md', import.meta.url), 'utf8');

const whenTypes = [
  'autopilot',
  'building',
  'cash',
  'computer',
  'count',
  'destroyed',
  'distance',
  'health',
  'identity',
  'message',
  'owner',
  'score',
  'ships',
  'speed',
  'target',
  'time',
  'zoom',
];
const kernelActions = [
  'check',
  'condition',
  'delay',
  'group',
  'score',
  'pay',
  'win',
  'reveal',
  'destroy',
  'remove',
  'capture',
  'occupy',
  'heal',
  'target',
  'assume',
  'morph',
  'move',
  'stop',
  'slow',
  'speed',
  'push',
  'cap-speed',
  'cloak',
  'hold',
  'message',
  'zoom',
  'select',
  'key',
];

describe('docs/antares.md', () => {
  const levels = [...page.matchAll(/```procyon\n([^]+?)```\n\n```\n\$ edict (.+)\n([^]+?)```/g)].map(
    ([, level, argv, printed]) => ({ level, argv, printed }),
  );

  it('has an output below every level', () => {
    expect(levels).toHaveLength([...page.matchAll(/```procyon\n/g)].length);
    expect(levels.length).toBeGreaterThanOrEqual(4);
  });

  it.each(levels)('shows what $argv prints', async ({ level, argv, printed }) => {
    const folder = folderWith({ 'level.pn': level });
    const { code, out, error } = await cli(
      argv.split(' ').map((word) => (word === 'level.pn' ? join(folder, word) : word)),
    );
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(printed.trimEnd()).toBe(out.replaceAll(`${folder}/`, '').trimEnd());
  });

  it('has a scenario file that passes', () => {
    const files = [...page.matchAll(/```json\n([^]+?)```/g)].map(([, text]) =>
      levelFormat.load({ file: 'docs/antares.md', text }),
    );
    expect(files.map((cases) => cases.map(({ run }) => run()))).toEqual([[undefined]]);
  });

  longTest('shows how a game plays a level, and what that prints', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    expect(page).toContain(`\`\`\`js\n${readFileSync(`${root}examples/play-level.mjs`, 'utf8').trimEnd()}\n\`\`\``);
    const printed = execFileSync(process.execPath, ['examples/play-level.mjs'], {
      cwd: root,
      encoding: 'utf8',
    }).trimEnd();
    expect(page).toContain(`It prints\n\n\`\`\`\n${printed}\n\`\`\``);
  });

  it.each([
    ['types of conditions', whenTypes],
    ['actions', kernelActions],
    ['actions of hosts', hostActions],
    ['zooms', zooms],
    [
      'codes of stops',
      [
        'sweep-depth',
        'hang:zero-delay',
        'null-direct',
        'queue-corrupt',
        'list-depth',
        'limit-actions',
        'limit-waiting',
      ],
    ],
    [
      'codes of errors',
      ['syntax', 'unknown-field', 'enum', 'type', 'ref', 'duration', 'index', 'unknown-name', 'range', 'depth'],
    ],
    [
      'codes of warnings',
      [
        'trailing-delay',
        'zero-delay',
        'check-loop',
        'check-in-destroy',
        'null-direct',
        'time-eq',
        'ne-missing',
        'net-screen',
      ],
    ],
  ])('names all %s', (_what, names) => {
    for (const name of names) expect(page, name).toContain(`\`${name}\``);
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
    for (const [, anchor] of page.matchAll(/\]\(#([\w-]+)\)/g)) expect(anchorsOf(page), anchor).toContain(anchor);
    for (const [, file, anchor] of page.matchAll(/\]\((\w+\.md)(?:#([\w-]+))?\)/g)) {
      const other = readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');
      if (anchor !== undefined) expect(anchorsOf(other), `${file}#${anchor}`).toContain(anchor);
    }
  });
});
