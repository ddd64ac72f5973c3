import { EdictError } from '../../kernel/errors.js';
import type { ScenarioFormat } from '../scenario-format.js';
import { listOf } from './case-content.js';
import { readScenario } from './read-scenario.js';
import { runCase } from './run-case.js';
import { formatName } from './scenario-schema.js';

/** The native scenario format: docs/scenarios.md. */
export const nativeFormat: ScenarioFormat = {
  format: formatName,
  load({ file, text }) {
    const read = readScenario(file, text);
    if (!read.ok)
      throw new EdictError('bad-scenario', `the scenario file does not fit its format:\n${listOf(read.errors)}`, file);
    const { scenario } = read;
    return scenario.cases.map((definition) => ({
      name: definition.name,
      run: (watch) => runCase(scenario, definition, watch),
    }));
  },
};
