import type { ScenarioArchive } from '../scenario-format.js';
import { suiteCases } from './procyon-suite.js';
import { filesOfTar } from './tar-files.js';

/** The tests of the Procyon project: texts with the value or the error that they must give. */
export const textSuite: ScenarioArchive = {
  what: 'the tests of Procyon',
  folder: 'procyon-tests/',
  load: (_file, bytes) => suiteCases(filesOfTar(bytes)),
};
