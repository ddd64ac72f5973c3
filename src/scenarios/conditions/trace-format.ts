import type { ScenarioFormat } from '../scenario-format.js';
import { readScenario } from './read-scenario.js';
import { traceFormatName } from './scenario-schema.js';
import { traceCases } from './trace-case.js';
import { traceSchema } from './trace-schema.js';

/** What was seen of a level while it was played elsewhere. */
export const traceFormat: ScenarioFormat = {
  format: traceFormatName,
  load(file) {
    const { data, document } = readScenario(file, traceSchema);
    return traceCases(data, document);
  },
};
