import { loadLevel } from '../../content/antares/level/load-level.js';
import type { Value } from '../../content/antares/value.js';
import { openLevel } from '../../turns/antares/session.js';
import type { ScenarioFormat } from '../scenario-format.js';
import { differenceOfResult } from './compare-result.js';
import { faultOfLoad } from './fault-of-load.js';
import { levelOfScenario } from './level-document.js';
import { readScenario } from './read-scenario.js';
import { type ScenarioData, formatName, scenarioSchema } from './scenario-schema.js';

/** A level, what the host says while it is played, and what must happen. */
export const conditionsFormat: ScenarioFormat = {
  format: formatName,
  load(file) {
    const { data, document } = readScenario(file, scenarioSchema);
    return [{ name: data.name ?? 'level', run: () => runLevel(data, levelOfScenario(file.file, document)) }];
  },
};

/** Runs a level. Returns why it fails; undefined when it passes. */
function runLevel({ policy, until, host, expect }: ScenarioData, document: Value): string | undefined {
  const { level, problems } = loadLevel(document, policy);
  const fault = faultOfLoad(problems, expect.error === 'load' ? { path: expect.path } : undefined);
  if (fault !== undefined || level === undefined || expect.error === 'load') return fault;
  const session = openLevel(level, policy);
  session.run(until, host);
  return differenceOfResult(session.result(), expect);
}
