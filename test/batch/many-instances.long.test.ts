import { expect, test } from 'vitest';
import { createBatch } from '../../src/batch/batch.js';
import { openEnvironment } from '../../src/environments/open-environment.js';

test('more instances than there is memory for are refused at once', () => {
  expect(() => createBatch(openEnvironment('galaxy'), { instances: 100_000 })).toThrow(
    /100000 instances take about [\d.]+ GB, and this machine has [\d.]+ in all; make fewer/,
  );
});
