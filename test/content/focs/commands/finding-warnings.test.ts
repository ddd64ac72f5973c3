import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../../../cli/run-cli.js';
import { folderWith } from '../../../cli/files.js';
import { sound } from './files.js';

const hull = (first: string, second: string) => `Hull
    name = "SH_SMALL" description = "" speed = 75 fuel = 8 stealth = 5 structure = 16
    buildcost = 1 buildtime = 1 location = All
    effectsgroups = [
        EffectsGroup
            scope = Source
            effects = SetStealth value = ${first}
        EffectsGroup
            scope = Source
            priority = 200
            effects = SetStealth value = ${second}
    ]
    icon = "" graphic = ""
`;

function checked(files: Readonly<Record<string, string>>, ...more: readonly string[]) {
  const inFolder = Object.entries({ ...sound, ...files }).map(([path, text]) => [`scripting/${path}`, text] as const);
  const folder = folderWith(Object.fromEntries(inFolder));
  return cli(['focs', 'check', '--content', join(folder, 'scripting'), ...more]);
}

describe('edict focs check', () => {
  it('lists likely mistakes in effects groups once, with their places', async () => {
    const files = { 'ship_hulls/SMALL.focs.txt': hull('5', '3') };
    const { code, out } = await checked(files);
    expect(code).toBe(0);
    expect(out).toMatch(/^ship_hulls\/SMALL\.focs\.txt:\d+:\d+: warning: .* \[undone-effect\]/);
    expect(out).toMatch(/3 files, 3 items, \d+ groups: 0 errors, 1 warning\n$/);
    const json = JSON.parse((await checked(files, '--json')).out) as { readonly warnings: readonly unknown[] };
    expect(json.warnings).toMatchObject([{ code: 'undone-effect', line: 5 }]);
  });

  it('says nothing of sound content, and leaves them out beside errors', async () => {
    expect((await checked({ 'ship_hulls/SMALL.focs.txt': hull('5', 'Value + 3') })).out).toMatch(/no problems\n$/);
    const { code, out } = await checked({
      'ship_hulls/SMALL.focs.txt': hull('5', '3'),
      'species/SP_HUMAN.focs.txt': 'Species name = ',
    });
    expect(code).toBe(1);
    expect(out).not.toContain('undone-effect');
  });
});
