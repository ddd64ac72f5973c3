import { answerAlone } from '../child.js';
import { crowdOf } from './crowd.js';

answerAlone(crowdOf);
