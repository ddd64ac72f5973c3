import { EdictError } from '../../kernel/errors.js';
import { listOf } from '../native/case-content.js';
import type { ScenarioFormat } from '../scenario-format.js';
import { openCaseStages } from './case-stages.js';
import { readScenario } from './read-scenario.js';
import { runCase } from './run-case.js';
import { runTurns } from './run-turns.js';
import { formatName } from './scenario-schema.js';

/** Cases of expressions over game objects, and of properties that flow between them. */
export const expressionsFormat: ScenarioFormat = {
  format: formatName,
  load({ file, text }) {
    const read = readScenario(file, text);
    if (!read.ok)
      throw new EdictError('bad-scenario', `the scenario file does not fit its format:\n${listOf(read.errors)}`, file);
    const { data } = read.scenario;
    const stages = openCaseStages(data.world);
    return [
      ...data.cases.map((each) => ({ name: each.name, run: () => runCase(stages, each) })),
      ...data.turns.map((each) => ({ name: each.name, run: () => runTurns(data.world, each) })),
    ];
  },
};
