import { EdictError } from '../../kernel/errors.js';
import { listOf } from '../native/case-content.js';
import type { ScenarioFormat } from '../scenario-format.js';
import { readScenario } from './read-scenario.js';
import { runCase } from './run-case.js';
import { formatName } from './scenario-schema.js';

/** Cases of campaigns with variables, modifiers and formulas: docs/formulas.md. */
export const formulasFormat: ScenarioFormat = {
  format: formatName,
  load({ file, text }) {
    const read = readScenario(file, text);
    if (!read.ok)
      throw new EdictError('bad-scenario', `the scenario file does not fit its format:\n${listOf(read.errors)}`, file);
    const { scenario } = read;
    return scenario.cases.map(({ name }, index) => ({ name, run: () => runCase(scenario, index) }));
  },
};
