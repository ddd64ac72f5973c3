import { expect, test } from 'vitest';
import { createBatch } from '../../src/batch/batch.js';
import { openEnvironment } from '../../src/environments/open-environment.js';

test('more instances than there is memory for are refused at once', () => {
  expect(() => createBatch(openEnvironment('galaxy'), { instances: 50_000 })).toThrow(
    /50000 instances take about [\d.]+ GB, and this machine has [\d.]+ in all; make fewer/,
  );
});
