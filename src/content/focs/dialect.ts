import type { Dialect } from '../../cli/command.js';
import { addFocs } from './commands/focs.js';
import { openState } from './galaxy/open-state.js';

/** Content of FreeOrion in its language FOCS, and states of its games. */
export const focs: Dialect = {
  name: 'focs',
  example: ['focs check --content scripting', 'find all errors in content of FreeOrion'],
  addCommand: addFocs,
  formats: [],
  openState,
};
