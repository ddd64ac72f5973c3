import { answerAlone } from '../child.js';
import { type CaseAsked, loadCase } from './load-case.js';

answerAlone<CaseAsked>(loadCase);
