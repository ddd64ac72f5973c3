import { env } from 'node:process';
import { expect } from 'vitest';
import { isQuick } from './heavy.js';

/**
 * Makes the interpreter refuse reads that operations do not declare, in tests of these folders. Not in all: a world is
 * read through proxies then, which makes tests that compare millions of pairs seven times as slow. The quick tests do
 * so of single operations only.
 */
const checked = isQuick
  ? /[\\/]test[\\/]eval[\\/](?:ops|checked-frame)/
  : /[\\/]test[\\/](?:properties|world|scenarios|solve|events|systems[\\/]executors|eval[\\/](?:ops|checked-frame))/;

// Files share a worker and its environment, so what the file before needed has to go.
if (checked.test(expect.getState().testPath ?? '')) env.EDICT_CHECK_READS = '1';
else delete env.EDICT_CHECK_READS;
