import { agentsSuite } from './agents/suite.js';
import { batchSuite } from './batch/suite.js';
import { conditionsSuite } from './conditions/suite.js';
import { ecsSuite } from './ecs/suite.js';
import { expressionsSuite } from './expressions/suite.js';
import { focsSuite } from './focs/suite.js';
import { formulasSuite } from './formulas/suite.js';
import { hostileSuite } from './hostile/suite.js';
import { loadSuite } from './load.js';
import { memorySuite } from './memory.js';
import { scopeSuite } from './scope/suite.js';
import { snapshotSuite } from './snapshot.js';
import type { Suite } from './suite.js';
import { timingSuite } from './timing/suite.js';
import { turnSuite } from './turn.js';

export const suites: readonly Suite[] = [
  scopeSuite,
  turnSuite,
  snapshotSuite,
  loadSuite,
  memorySuite,
  focsSuite,
  formulasSuite,
  expressionsSuite,
  conditionsSuite,
  timingSuite,
  batchSuite,
  ecsSuite,
  agentsSuite,
  hostileSuite,
];
