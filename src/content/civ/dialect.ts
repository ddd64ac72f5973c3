import type { Dialect } from '../../cli/command.js';
import { addCiv } from './commands/civ.js';
import { civFormat } from './scenarios/civ-format.js';

export const civ: Dialect = {
  name: 'civ',
  example: ['civ check Assets/XML', 'find all errors in expressions of Caveman2Cosmos'],
  addCommand: addCiv,
  formerCommand: 'expressions',
  formats: [civFormat],
  files: [{ name: /\.xml$/i, is: 'is XML; check its expressions with edict civ check' }],
};
