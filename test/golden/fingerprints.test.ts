import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkContents } from '../../src/cli/check-contents.js';
import { nominalWorld } from '../../src/match/work.js';
import { readWorld } from '../../src/content/civ/commands/check-files.js';
import { openSetting, openStage } from '../../src/content/civ/scenarios/declared-world.js';
import { loadCampaignFile } from '../../src/content/lst/scenarios/load-case.js';
import { cli } from '../cli/run-cli.js';
import { native } from './examples.js';
import { expectEntry, root } from './golden.js';
import { formats } from '../support/formats.js';

const file = 'fingerprints.json';

/** What the command line says of a content whose dialect gives no program of its own. */
const hashOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll(root, '')).digest('hex').slice(0, 16);

test.each(native)('%s means what it meant', (path) => {
  const found = checkContents([`${root}${path}`], nominalWorld(), formats);
  const programs = found.flatMap((each) => each.programs.map(({ program }) => program.fingerprint));
  expect(programs.length).toBeGreaterThan(0);
  expectEntry(file, path, programs);
});

test('the campaign of formulas means what it meant', () => {
  const loaded = loadCampaignFile(`${root}examples/lst/characters.pcc`);
  if (!loaded.ok) throw new Error('the example is sound');
  expectEntry(file, 'examples/lst/characters.pcc', loaded.campaign.program.fingerprint);
});

test.each([
  ['examples/antares/blockade.pn', ['antares', 'run', '--events']],
  ['examples/antares/blockade.json', ['antares', 'run', '--events']],
  ['examples/l5r/bell.json', ['l5r', 'run']],
  ['examples/focs', ['focs', 'check', '--content']],
])('%s is played or checked as it was', async (path, command) => {
  const { code, out } = await cli([...command, `${root}${path}`, '--json']);
  expect(code).toBe(0);
  expectEntry(file, path, hashOf(out));
});

test.each(['buildings', 'properties'])('the expressions of %s.xml are read, and act, as they did', async (name) => {
  const valley = `${root}examples/civ`;
  const [xml, world] = [`${valley}/${name}.xml`, `${valley}/valley.yaml`];
  const tracked = ['Rome', 'Ur', 'ford'].flatMap((object) => ['--track', `${object} PROPERTY_CRIME`]);
  const said = [
    await cli(['civ', 'check', xml, '--world', world, '--json']),
    await cli(['civ', 'run', world, '--turns', '4', '--manipulators', xml, ...tracked, '--json']),
  ];
  for (const { error } of said) expect(error).toBe('');
  expectEntry(file, `examples/civ/${name}.xml`, hashOf(said.map(({ out }) => out).join('')));
});

test('the declared world of examples/civ is filled as it was', () => {
  const { world } = openStage(openSetting(readWorld(`${root}examples/civ/valley.yaml`, formats)));
  expectEntry(file, 'examples/civ/valley.yaml', world.hash());
});

test('each example has its entry', () => {
  const known = [
    ...native,
    'examples/lst',
    'examples/antares',
    'examples/civ',
    'examples/focs',
    'examples/l5r',
    'examples/environments',
    'examples/agents',
  ];
  const found = readdirSync(`${root}examples`)
    .filter((name) => !name.endsWith('.mjs'))
    .map((name) => `examples/${name}`);
  expect(found.filter((path) => !known.includes(path))).toEqual([]);
});
