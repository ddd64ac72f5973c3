import { conditionsFormat, loadFormat } from './conditions/conditions-format.js';
import { textSuite } from './conditions/text-suite.js';
import { traceFormat } from './conditions/trace-format.js';
import { expressionsFormat } from './expressions/expressions-format.js';
import { formulasFormat } from './formulas/open-case.js';
import { nativeFormat } from './native/native-format.js';
import { timingFormat } from './timing/timing-format.js';
import type { ScenarioArchive, ScenarioFormat } from './scenario-format.js';

/** Every family of scenario files, by what its `format` field says. */
export const scenarioFormats: ReadonlyMap<string, ScenarioFormat> = new Map(
  [nativeFormat, formulasFormat, expressionsFormat, conditionsFormat, loadFormat, traceFormat, timingFormat].map(
    (format) => [format.format, format],
  ),
);

/** Archives of cases, by the folder that holds all of it. */
export const scenarioArchives: readonly ScenarioArchive[] = [textSuite];
