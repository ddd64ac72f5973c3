import { expect } from 'vitest';
import { createBatch } from '../../src/batch/batch.js';
import { openEnvironment } from '../../src/environments/open-environment.js';
import { longTest } from '../support/heavy.js';

longTest('more instances than one world has places for their factions are spread over several', () => {
  const batch = createBatch(openEnvironment('galaxy-small'), { instances: 200 });
  batch.reset(3);
  batch.step();
  const one = createBatch(openEnvironment('galaxy-small'));
  one.reset(3 + 150);
  one.step();
  expect(batch.hash(150)).toBe(one.hash(0));
});
