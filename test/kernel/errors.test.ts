import { expect, test } from 'vitest';
import { EdictError, WorldFullError } from '../../src/kernel/errors.js';

test('an error starts with the name of the library and carries a code and a culprit', () => {
  const error = new EdictError('place', 'there is no place', 'harbour');
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.message, error.code, error.culprit]).toEqual([
    'EdictError',
    'edict: there is no place',
    'place',
    'harbour',
  ]);
  expect(new EdictError('x', 'y').culprit).toBeUndefined();
});

test('a full world is such an error', () => {
  const error = new WorldFullError(12);
  expect(error).toBeInstanceOf(EdictError);
  expect(error.message).toBe('edict: the world is full: all 12 places are taken; reserve more objects');
});
