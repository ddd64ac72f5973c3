/** All dialects. A new one is a folder beside these, and a line here. */
export { antares } from './antares/dialect.js';
export { civ } from './civ/dialect.js';
export { focs } from './focs/dialect.js';
export { l5r } from './l5r/dialect.js';
export { lst } from './lst/dialect.js';
