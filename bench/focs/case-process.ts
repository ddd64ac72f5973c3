import { readState } from '../../src/content/focs/state/read-state.js';
import { answerAlone } from '../child.js';
import { type GameCase, gameIn, runGameCase } from './case.js';
import { replicateGalaxy } from './replicate.js';

answerAlone<GameCase>(({ content, state, copies, ...asked }) =>
  runGameCase(gameIn(content), replicateGalaxy(readState(state), copies), asked),
);
