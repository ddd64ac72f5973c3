import type { Dialect } from '../../cli/command.js';
import { addL5r } from './commands/l5r.js';
import { l5rFormat } from './scenarios/l5r-format.js';

/** Scenarios of occurrences, abilities and decisions in the timing of L5R. */
export const l5r: Dialect = {
  name: 'l5r',
  example: ['l5r run scenarios.json', 'play scenarios in the timing of L5R'],
  addCommand: addL5r,
  formats: [l5rFormat],
};
