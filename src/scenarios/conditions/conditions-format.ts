import { loadLevel } from '../../content/antares/level/load-level.js';
import type { Value } from '../../content/antares/value.js';
import { checkHost } from '../../turns/antares/check-host.js';
import { openLevel } from '../../turns/antares/session.js';
import { listOf } from '../native/case-content.js';
import type { ScenarioFile, ScenarioFormat } from '../scenario-format.js';
import { diagnosed } from '../../content/native/source-value.js';
import { differenceOfResult } from './compare-result.js';
import { faultOfLoad } from './fault-of-load.js';
import { levelFileOf, levelOfScenario } from './level-document.js';
import { readScenario } from './read-scenario.js';
import { type ScenarioData, formatName, scenarioSchema } from './scenario-schema.js';

/** A level, what the host says while it is played, and what must happen. */
export const conditionsFormat: ScenarioFormat = {
  format: formatName,
  load(file) {
    const { data, document } = readScenario(file, scenarioSchema);
    return [{ name: data.name ?? 'level', run: () => runLevel(file, data, document) }];
  },
};

/** Runs a level. Returns why it fails; undefined when it passes. */
function runLevel(
  { file, text }: ScenarioFile,
  { policy, until, host, expect }: ScenarioData,
  document: Value,
): string | undefined {
  const { level, problems } = loadLevel(levelOfScenario(file, document), policy);
  const fault = faultOfLoad(
    problems,
    expect.error === 'load' ? { path: expect.path } : undefined,
    levelFileOf(file, document) ?? file,
  );
  if (fault !== undefined || level === undefined || expect.error === 'load') return fault;
  const misfits = checkHost(level, policy, host, until)
    .filter(({ severity }) => severity === 'error')
    .map((problem) => ({ ...problem, path: ['host', ...problem.path] }));
  if (misfits.length > 0) return `what the host says cannot be:\n${listOf(diagnosed(file, text, misfits))}`;
  const session = openLevel(level, policy);
  session.run(until, host);
  return differenceOfResult(session.result(), expect);
}
