import { absenceFunctions } from './absence-functions.js';
import { readCollection } from './collections.js';
import { count } from './folds.js';
import { lookupFunction } from './lookup-function.js';
import { numberFunctions } from './number-functions.js';
import { objectFunctions } from './object-functions.js';
import { occurrenceFunctions } from './occurring.js';
import { type FunctionRow, byName } from './row.js';
import { wordFunctions } from './word-functions.js';

const size: FunctionRow = {
  name: 'size',
  signature: 'size(collection)',
  meaning: 'the same as `.count()`',
  example: 'size(objects(planet))',
  least: 1,
  most: 1,
  lower: ({ arguments: [collection], span }, _expected, scope) => {
    const found = readCollection(collection, scope);
    return found && count(found, span, scope);
  },
};

/** Every function that is called without a receiver. */
export const functions: ReadonlyMap<string, FunctionRow> = byName([
  ...numberFunctions,
  ...wordFunctions,
  ...absenceFunctions,
  ...objectFunctions,
  ...occurrenceFunctions,
  lookupFunction,
  size,
]);
