import type { Dialect } from '../../cli/command.js';
import { createExplainer, addLst } from './commands/lst.js';
import { lstFormat } from './scenarios/open-case.js';

export const lst: Dialect = {
  name: 'lst',
  example: ['lst check campaign.pcc', "find all errors in a campaign of PCGen's formula system"],
  addCommand: addLst,
  formerCommand: 'formulas',
  createExplainer,
  formats: [lstFormat],
  files: [
    {
      name: /\.pcc$/i,
      is: 'is a campaign; check it with edict lst check, and ask a character of it with edict lst run or edict explain',
    },
    {
      name: /\.lst$/i,
      is: 'is a file of a campaign; give the .pcc file that names it to edict lst check or edict lst run',
    },
  ],
};
