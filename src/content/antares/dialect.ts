import type { Dialect } from '../../cli/command.js';
import { addAntares } from './commands/antares.js';
import { levelFormat, loadFormat } from './scenarios/antares-format.js';
import { textSuite } from './scenarios/text-suite.js';
import { traceFormat } from './scenarios/trace-format.js';

export const antares: Dialect = {
  name: 'antares',
  example: ['antares run siege.pn --until 90s', 'play a level of Antares'],
  addCommand: addAntares,
  formerCommand: 'levels',
  formats: [levelFormat, loadFormat, traceFormat],
  archives: [textSuite],
  files: [{ name: /\.pn$/i, is: 'is a level; check it with edict antares check, and play it with edict antares run' }],
};
