import { answerAlone } from '../child.js';
import { type AnyCase, runCase } from './case.js';

answerAlone<AnyCase>(runCase);
