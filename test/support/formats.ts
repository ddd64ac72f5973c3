import * as dialects from '../../src/content/dialects.js';
import { knownFormats } from '../../src/scenarios/known-formats.js';

/** The formats of all dialects, as the command line knows them. */
export const formats = knownFormats(Object.values(dialects));
