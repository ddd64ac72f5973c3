import { expect, test } from 'vitest';
import { nearestName } from '../../../src/content/text/nearest-name.js';

test('the nearest name by edits comes first', () => {
  expect(nearestName('populaton', ['populatonic', 'population'])).toBe('population');
});

test('a name that was broken off means the first that begins so', () => {
  expect(nearestName('popul', ['maxPopulation', 'population', 'populations'])).toBe('population');
  expect(nearestName('po', ['population'])).toBeUndefined();
});
