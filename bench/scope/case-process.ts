import { answerAlone } from '../child.js';
import { type ScopeCase, runScopeCase } from './case.js';

answerAlone<ScopeCase>(runScopeCase);
