import { expect, test } from 'vitest';
import { cli } from '../cli/run-cli.js';
import { native } from './examples.js';
import { expectGolden, root } from './golden.js';

test.each(native)('%s is planned as it was', async (path) => {
  const { code, out } = await cli(['check', `${root}${path}`, '--plan']);
  expect(code).toBe(0);
  expectGolden(`plans/${path.slice('examples/'.length).replaceAll('/', '-')}.txt`, out.replaceAll(root, ''));
});
