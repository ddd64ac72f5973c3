import { makerOf } from '../../src/world/open-world.js';
import { wholeToolkit } from '../../src/world/whole-toolkit.js';

/** For any content. */
export const compiledExecutor = makerOf(wholeToolkit, 'compiled');
