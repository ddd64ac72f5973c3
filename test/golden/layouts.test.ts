import { expect, test } from 'vitest';
import { checkContents } from '../../src/cli/check-contents.js';
import { layoutOf } from '../../src/components/layout.js';
import { nominalWorld } from '../../src/match/work.js';
import { native } from './examples.js';
import { expectEntry, root } from './golden.js';
import { formats } from '../support/formats.js';

// A save is opened by the layout that it was made with: one that changes here refuses the saves of earlier builds.
test.each(native)('the columns of %s lie where they lay', (path) => {
  const programs = checkContents([`${root}${path}`], nominalWorld(), formats).flatMap((found) => found.programs);
  expect(programs.length).toBeGreaterThan(0);
  const sizes = { capacity: 100, lanes: 50, factions: 40, streams: 3, instances: 4 };
  const hashes = programs.map(({ program }) => layoutOf(program.model, sizes).hash.toString(16));
  expectEntry('layouts.json', path, hashes);
});
